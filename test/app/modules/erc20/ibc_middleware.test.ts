/**
 * Tests token pairs around token transfers: vouchers get contracts when they arrive, and contract tokens return as
 * tokens.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { tokensOf } from '../../../../src/app/modules/erc20/contract.js';
import { ERC20_ACCOUNT } from '../../../../src/app/modules/erc20/conversion.js';
import { convertErc20 } from '../../../../src/app/modules/erc20/convert_erc20.js';
import { withTokenPairs } from '../../../../src/app/modules/erc20/ibc_middleware.js';
import { registerContract } from '../../../../src/app/modules/erc20/register.js';
import { pairOfDenom, writePair } from '../../../../src/app/modules/erc20/store.js';
import { BONDED_POOL } from '../../../../src/app/modules/staking/pools.js';
import { failed, SUCCESS } from '../../../../src/app/modules/transfer/answer.js';
import { transferApp } from '../../../../src/app/modules/transfer/app.js';
import { escrow } from '../../../../src/app/modules/transfer/escrow.js';
import type { MessageContext } from '../../../../src/app/sdk/module/message.js';
import { bech32Address, checksumAddress } from '../../../../src/app/types/address.js';
import type { Packet } from '../../../../src/codec/ibc/channel.js';
import { localDenom } from '../../../../src/codec/ibc/denom.js';
import { encodePacketData } from '../../../../src/codec/ibc/fungible_token_packet.js';
import type { Bytes } from '../../../../src/kernel/bytes.js';
import { fromHex } from '../../../../src/kernel/hex.js';
import { TestChain } from '../../support/chain.js';
import { contextOn } from '../../support/message_context.js';
import { callOf, deploy, ROGUE, TOKEN } from '../../support/tokens.js';
import { dev } from '../../support/wallet.js';

const alice = dev(0);
const HERE = { portId: 'transfer', channelId: 'channel-0' };
const THERE = { portId: 'transfer', channelId: 'channel-7' };
const ALICE = bech32Address(alice.bytes, 'halley');
const FOREIGN = 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a';
const RELAYER = new Uint8Array(20);
const NO_TIMEOUT = { timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n }, timeoutTimestamp: 0n };

const app = withTokenPairs(transferApp);
let chain: TestChain;
let context: Awaited<ReturnType<typeof contextOn>>;

interface Sent {
  readonly denom: string;
  readonly amount?: bigint;
  readonly receiver?: string;
  readonly sender?: string;
}

const packet = (
  from: typeof HERE,
  to: typeof HERE,
  { denom, amount = 100n, receiver = ALICE, sender = FOREIGN }: Sent,
): Packet => ({
  sequence: 1n,
  sourcePort: from.portId,
  sourceChannel: from.channelId,
  destinationPort: to.portId,
  destinationChannel: to.channelId,
  data: encodePacketData({ amount: amount.toString(), denom, memo: '', receiver, sender }),
  ...NO_TIMEOUT,
});
const arriving = (sent: Sent): Packet => packet(THERE, HERE, sent);
const sentAway = (sent: Sent): Packet => packet(HERE, THERE, { sender: ALICE, receiver: FOREIGN, ...sent });
const voucher = (base: string): string => localDenom({ base, trace: [HERE] });
const events = (type: string) => context.state.eventsSince(0).filter((event) => event.type === type);
const coins = (denom: string): bigint => balanceOf(context.state, alice.bytes, denom);

async function open(options: Parameters<typeof TestChain.open>[0] = {}): Promise<void> {
  chain = await TestChain.open(options);
  context = await contextOn(chain);
}

beforeEach(() => open());

describe('a voucher that arrives', () => {
  it('gets a contract at the last bytes of its hash when it first arrives', async () => {
    const denom = voucher('uatom');
    expect(await app.receive(arriving({ denom: 'uatom' }), RELAYER, context)).toEqual(SUCCESS);
    const contract = denom.slice(-40).toLowerCase();
    expect(pairOfDenom(context.state, denom)).toEqual({
      erc20Address: checksumAddress(fromHex(contract)),
      denom,
      enabled: true,
      contractOwner: 'OWNER_MODULE',
    });
    expect(events('register_erc20_extension')[0]?.attributes.map(({ key, value }) => [key, value])).toEqual([
      ['source_channel', 'channel-7'],
      ['erc20_token', checksumAddress(fromHex(contract))],
      ['cosmos_coin', denom],
    ]);
    expect(await tokensOf(context, fromHex(contract), alice.bytes)).toBe(100n);
    expect(await app.receive(arriving({ denom: 'uatom' }), RELAYER, context)).toEqual(SUCCESS);
    expect(events('register_erc20_extension')).toHaveLength(1);
    expect([coins(denom), await tokensOf(context, fromHex(contract), alice.bytes)]).toEqual([200n, 200n]);
  });

  it('gets none as a factory token, and none when it is a token that returns home', async () => {
    const factory = 'factory/cosmos1abc/gold';
    expect(await app.receive(arriving({ denom: factory }), RELAYER, context)).toEqual(SUCCESS);
    expect([coins(voucher(factory)), pairOfDenom(context.state, voucher(factory))]).toEqual([100n, undefined]);
    escrow(context, alice.bytes, HERE, { denom: 'ahalley', amount: 100n });
    expect(await app.receive(arriving({ denom: 'transfer/channel-7/ahalley' }), RELAYER, context)).toEqual(SUCCESS);
    expect(pairOfDenom(context.state, 'ahalley')).toBeUndefined();
  });

  it('gets none while the module is disabled, and none when the packet is refused', async () => {
    await open({ edit: (s) => (s['erc20'] = { params: { enable_erc20: false } }) });
    expect(await app.receive(arriving({ denom: 'uatom' }), RELAYER, context)).toEqual(SUCCESS);
    expect(pairOfDenom(context.state, voucher('uatom'))).toBeUndefined();
    await open();
    const receiver = bech32Address(BONDED_POOL.address, 'halley');
    expect((await app.receive(arriving({ denom: 'uatom', receiver }), RELAYER, context))?.success).toBe(false);
    expect(pairOfDenom(context.state, voucher('uatom'))).toBeUndefined();
  });

  it('is refused when another contract exists at its address', async () => {
    const at = fromHex(voucher('uatom').slice(-40).toLowerCase());
    const codeHash = context.state.setCode(Uint8Array.of(0));
    context.state.setAccount(at, { nonce: 1n, balance: 0n, codeHash });
    expect(await app.receive(arriving({ denom: 'uatom' }), RELAYER, context)).toEqual(failed(5));
  });
});

describe('contract tokens of this chain', () => {
  let token: Bytes;
  let denom: string;

  const away = async (contract: Bytes, on: MessageContext): Promise<void> => {
    await registerContract(on, contract);
    await convertErc20({ contract, amount: 100n, sender: alice.bytes, receiver: alice.bytes }, on);
    escrow(on, alice.bytes, HERE, { denom: `erc20:${checksumAddress(contract)}`, amount: 100n });
  };
  const home = (): Packet => arriving({ denom: `transfer/channel-7/${denom}` });
  const held = async (): Promise<unknown> => ({
    tokens: await tokensOf(context, token, alice.bytes),
    retained: await tokensOf(context, token, ERC20_ACCOUNT.address),
    coins: coins(denom),
    supply: supplyOf(context.state, denom),
  });

  beforeEach(async () => {
    token = await deploy(chain, alice, TOKEN, 'Gold', 'GLD', 6, 1_000n);
    denom = `erc20:${checksumAddress(token)}`;
    context = await contextOn(chain);
    await away(token, context);
    expect(await held()).toEqual({ tokens: 900n, retained: 100n, coins: 0n, supply: 100n });
  });

  it('become the contract’s tokens again when they return home', async () => {
    expect(await app.receive(home(), RELAYER, context)).toEqual(SUCCESS);
    expect(await held()).toEqual({ tokens: 1_000n, retained: 0n, coins: 0n, supply: 0n });
  });

  it('stay coins while their pair is disabled', async () => {
    const pair = pairOfDenom(context.state, denom);
    if (pair !== undefined) writePair(context.state, { ...pair, enabled: false });
    expect(await app.receive(home(), RELAYER, context)).toEqual(SUCCESS);
    expect(await held()).toEqual({ tokens: 900n, retained: 100n, coins: 100n, supply: 100n });
  });

  it('become the contract’s tokens again when their transfer fails', async () => {
    const start = context.state.checkpoint();
    await app.acknowledged(sentAway({ denom }), failed(1).bytes, RELAYER, context);
    expect(await held()).toEqual({ tokens: 1_000n, retained: 0n, coins: 0n, supply: 0n });
    context.state.revertTo(start);
    await app.timedOut(sentAway({ denom }), RELAYER, context);
    expect(await held()).toEqual({ tokens: 1_000n, retained: 0n, coins: 0n, supply: 0n });
    context.state.revertTo(start);
    await app.acknowledged(sentAway({ denom }), SUCCESS.bytes, RELAYER, context);
    expect(await held()).toEqual({ tokens: 900n, retained: 100n, coins: 0n, supply: 100n });
  });
});

describe('a contract that refuses to release its tokens', () => {
  it('makes the return of tokens fail, and leaves coins to a sender whose transfer fails', async () => {
    const rogue = await deploy(chain, alice, ROGUE);
    const denom = `erc20:${checksumAddress(rogue)}`;
    context = await contextOn(chain);
    await registerContract(context, rogue);
    await convertErc20({ contract: rogue, amount: 100n, sender: alice.bytes, receiver: alice.bytes }, context);
    escrow(context, alice.bytes, HERE, { denom, amount: 100n });
    const behave = fromHex(callOf(ROGUE, 'behave', 2n).slice(2));
    await context.callEvm({ from: alice.bytes, to: rogue, input: behave });
    const start = context.state.checkpoint();
    expect(await app.receive(arriving({ denom: `transfer/channel-7/${denom}` }), RELAYER, context)).toEqual(failed(7));
    context.state.revertTo(start);
    await app.timedOut(sentAway({ denom }), RELAYER, context);
    expect([coins(denom), supplyOf(context.state, denom)]).toEqual([100n, 100n]);
    expect(await tokensOf(context, rogue, ERC20_ACCOUNT.address)).toBe(100n);
    expect(events('failed_convert_erc20')[0]?.attributes.at(-1)?.value).toContain('invalid token balance');
  });
});
