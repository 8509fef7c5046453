/** Grants of CosmJS on a running chain, over REST: a restart, or a detour and a revert, end as neither does. */
import { DirectSecp256k1HdWallet, type EncodeObject } from '@cosmjs/proto-signing';
import { SigningStargateClient } from '@cosmjs/stargate';
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz';
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { BasicAllowance, PeriodicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant';
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx';
import { expect, it } from 'vitest';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { asking } from '../../support/ask.js';
import { ethereumSigner } from '../../support/ethereum_signer.js';
import { temporaryHome } from '../node_kit.js';

const [ALICE, BOB, CAROL] = [0, 1, 2];
const FEE = 400_000_000_000_000n;
const HOUR = 3_600;

const open = (options: DevnetOptions = {}): Promise<Devnet> =>
  createDevnet({ seed: 'grants', rpc: true, api: true, ...options });

const addressOf = (devnet: Devnet, index: number): string =>
  encodeBech32('halley', fromHex(devnet.accounts[index]?.address.slice(2) ?? ''));
const coins = (amount: bigint) => [{ denom: 'ahalley', amount: amount.toString() }];

async function send(devnet: Devnet, from: number, message: EncodeObject, granter?: number): Promise<string> {
  const { privateKey = '', address = '' } = devnet.accounts[from] ?? {};
  const signer = ethereumSigner(fromHex(privateKey.slice(2)), address, 'direct');
  const client = await SigningStargateClient.connectWithSigner(devnet.urls.cometRpc as string, signer, {
    broadcastPollIntervalMs: 10,
  });
  const fee = {
    amount: coins(FEE),
    gas: '200000',
    ...(granter !== undefined && { granter: addressOf(devnet, granter) }),
  };
  const result = await client.signAndBroadcast(addressOf(devnet, from), [message], fee);
  client.disconnect();
  return result.rawLog ?? '';
}

/** Sends three coins of Alice, by Bob, whose fee Alice pays. */
async function spend(devnet: Devnet): Promise<string> {
  const value = { fromAddress: addressOf(devnet, ALICE), toAddress: addressOf(devnet, CAROL), amount: coins(3n) };
  const msgs = [{ typeUrl: MsgSend.typeUrl, value: MsgSend.encode(MsgSend.fromPartial(value)).finish() }];
  return send(devnet, BOB, { typeUrl: MsgExec.typeUrl, value: { grantee: addressOf(devnet, BOB), msgs } }, ALICE);
}

/** Lets Bob send for Alice for an hour, and pays two of his fees each hour. */
async function begin(devnet: Devnet): Promise<void> {
  const parties = { granter: addressOf(devnet, ALICE), grantee: addressOf(devnet, BOB) };
  const generic = GenericAuthorization.encode({ msg: MsgSend.typeUrl }).finish();
  const expiration = { seconds: devnet.time.now + BigInt(HOUR), nanos: 0 };
  const grant = { authorization: { typeUrl: GenericAuthorization.typeUrl, value: generic }, expiration };
  expect(await send(devnet, ALICE, { typeUrl: MsgGrant.typeUrl, value: { ...parties, grant } })).toBe('');
  const allowance = PeriodicAllowance.encode(
    PeriodicAllowance.fromPartial({
      period: { seconds: BigInt(HOUR) },
      periodSpendLimit: coins(2n * FEE),
      periodReset: { seconds: 0n, nanos: 0 },
    }),
  ).finish();
  const packed = { typeUrl: PeriodicAllowance.typeUrl, value: allowance };
  const value = { ...parties, allowance: packed };
  expect(await send(devnet, ALICE, { typeUrl: MsgGrantAllowance.typeUrl, value })).toBe('');
  expect(await spend(devnet)).toBe('');
}

async function get({ urls }: Devnet, path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${urls.api}/cosmos/${path}`)).json()) as Record<string, unknown>;
}

/** Spends what is left of the period and of the grant, and returns what the chain then is. */
async function finish(devnet: Devnet): Promise<unknown> {
  const [alice, bob] = [addressOf(devnet, ALICE), addressOf(devnet, BOB)];
  const grants = await get(devnet, `authz/v1beta1/grants?granter=${alice}&grantee=${bob}`);
  const authorization = { '@type': GenericAuthorization.typeUrl, msg: MsgSend.typeUrl };
  expect(grants['grants']).toEqual([{ authorization, expiration: expect.stringMatching(/Z$/) }]);
  expect(await spend(devnet)).toBe('');
  const { allowance } = await get(devnet, `feegrant/v1beta1/allowance/${alice}/${bob}`);
  expect(allowance).toMatchObject({
    granter: alice,
    grantee: bob,
    allowance: { basic: { spend_limit: [], expiration: null }, period: '3600s', period_can_spend: [] },
  });
  expect(await spend(devnet).catch((error: Error) => error.message)).toContain('fee limit exceeded');
  await devnet.time.increase(HOUR + 1);
  await devnet.mine({ blocks: 1 });
  expect(await get(devnet, `authz/v1beta1/grants/grantee/${bob}`)).toMatchObject({ grants: [] });
  // The fee is paid again, and nothing is sent.
  expect(await spend(devnet)).toContain('authorization not found');
  const issued = await get(devnet, `feegrant/v1beta1/issued/${alice}`);
  const balance = (index: number) =>
    asking(devnet)('eth_getBalance', devnet.accounts[index]?.address, 'latest') as Promise<string>;
  return [devnet.height, issued, await Promise.all([ALICE, BOB, CAROL].map(balance))];
}

it('grants and allowances survive a restart, and a revert ends a detour', async () => {
  await using straight = await open();
  await begin(straight);
  const expected = await finish(straight);

  const home = await temporaryHome();
  const first = await open({ home });
  await begin(first);
  await first.close();
  await using second = await open({ home });
  expect(await finish(second)).toEqual(expected);

  await using winding = await open();
  await begin(winding);
  const snapshot = await asking(winding)('evm_snapshot');
  expect(await spend(winding)).toBe('');
  await winding.time.increase(2 * HOUR);
  await winding.mine({ blocks: 2 });
  await asking(winding)('evm_revert', snapshot);
  expect(await finish(winding)).toEqual(expected);
});

it('a wallet without coins can send what a fee grant pays', async () => {
  await using devnet = await open();
  const wallet = await DirectSecp256k1HdWallet.generate(12, { prefix: 'halley' });
  const [account] = await wallet.getAccounts();
  const [granter, grantee] = [addressOf(devnet, ALICE), account?.address ?? ''];
  const empty = { typeUrl: BasicAllowance.typeUrl, value: BasicAllowance.encode({ spendLimit: [] }).finish() };
  const { typeUrl } = MsgGrantAllowance;
  expect(await send(devnet, ALICE, { typeUrl, value: { granter, grantee, allowance: empty } })).toBe('');
  const client = await SigningStargateClient.connectWithSigner(devnet.urls.cometRpc as string, wallet, {
    broadcastPollIntervalMs: 10,
  });
  const message = { typeUrl, value: { granter: grantee, grantee: granter, allowance: empty } };
  const result = await client.signAndBroadcast(grantee, [message], { amount: coins(FEE), gas: '200000', granter });
  client.disconnect();
  expect(result.rawLog).toBe('');
  expect(await get(devnet, `auth/v1beta1/account_info/${grantee}`)).toMatchObject({ info: { sequence: '1' } });
});
