/** Tests Cosmos transactions of CosmJS on a running chain, beside Ethereum's: one balance, one sequence. */
import { Secp256k1Wallet } from '@cosmjs/amino';
import { DirectSecp256k1Wallet, type EncodeObject, type OfflineSigner } from '@cosmjs/proto-signing';
import {
  assertIsDeliverTxSuccess,
  type BroadcastTxError,
  type DeliverTxResponse,
  GasPrice,
  QueryClient,
  SigningStargateClient,
  setupStakingExtension,
} from '@cosmjs/stargate';
import { connectComet, Tendermint37Client } from '@cosmjs/tendermint-rpc';
import { MsgCreateGroup } from 'cosmjs-types/cosmos/group/v1/tx';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { createDevnet, type Devnet, type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { asking } from '../../support/ask.js';
import { ethereumSigner } from '../../support/ethereum_signer.js';

const START = parseTime('2025-01-01T00:00:00Z') as UnixNanos;
const FEE = { amount: [{ denom: 'ahalley', amount: '400000000000000' }], gas: '200000' };

let devnet: Devnet;
const clients: SigningStargateClient[] = [];

const start = (options: DevnetOptions = {}): Promise<Devnet> =>
  createDevnet({ rpc: true, clock: fixedClock(START), ...options });

beforeEach(async () => {
  await installFastCrypto();
  devnet = await start();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await devnet.close();
});

const key = (index: number): Uint8Array => fromHex(devnet.accounts[index]?.privateKey.slice(2) as string);
const hexAddress = (index: number): string => devnet.accounts[index]?.address as string;
const bech32 = (hex: string): string => encodeBech32('halley', fromHex(hex.slice(2)));

async function connect(signer: OfflineSigner): Promise<SigningStargateClient> {
  const client = await SigningStargateClient.connectWithSigner(devnet.urls.cometRpc as string, signer, {
    gasPrice: GasPrice.fromString('2000000000ahalley'),
    broadcastPollIntervalMs: 10,
  });
  clients.push(client);
  return client;
}

const ask = asking(() => devnet);

const attribute = ({ events }: DeliverTxResponse, type: string, name: string): string[] =>
  events
    .filter((event) => event.type === type)
    .flatMap((event) => event.attributes.filter(({ key: k }) => k === name).map(({ value }) => value));

const COINS = (amount: string) => [{ denom: 'ahalley', amount }];
const balance = async (index: number): Promise<bigint> =>
  BigInt(await ask('eth_getBalance', hexAddress(index), 'latest'));

describe('sendTokens', () => {
  it.each(['direct', 'amino'] as const)('moves coins of an Ethereum key, signed in %s mode', async (mode) => {
    const client = await connect(ethereumSigner(key(0), hexAddress(0), mode));
    const before = await balance(1);
    const result = await client.sendTokens(bech32(hexAddress(0)), bech32(hexAddress(1)), COINS('7'), FEE, 'a memo');
    assertIsDeliverTxSuccess(result);
    expect((await balance(1)) - before).toBe(7n);
    expect(await ask('eth_getTransactionCount', hexAddress(0), 'latest')).toBe('0x1');
    expect((await client.getAccount(bech32(hexAddress(0))))?.sequence).toBe(1);
    expect(attribute(result, 'transfer', 'amount')).toContain('7ahalley');
    expect(attribute(result, 'message', 'action')).toEqual(['/cosmos.bank.v1beta1.MsgSend']);
    expect(attribute(result, 'tx', 'fee')).toEqual(['400000000000000ahalley']);
    expect(result.gasWanted).toBe(200_000n);
    expect(result.gasUsed).toBeGreaterThan(40_000n);
    expect(result.gasUsed).toBeLessThan(120_000n);
  });

  it.each(['direct', 'amino'] as const)('moves coins of a Cosmos key, signed in %s mode', async (mode) => {
    const signer =
      mode === 'direct'
        ? await DirectSecp256k1Wallet.fromKey(key(3), 'halley')
        : await Secp256k1Wallet.fromKey(key(3), 'halley');
    const [account] = await signer.getAccounts();
    const own = account?.address as string;
    const rich = await connect(ethereumSigner(key(0), hexAddress(0), 'direct'));
    await rich.sendTokens(bech32(hexAddress(0)), own, COINS('1000000000000000'), FEE);
    const client = await connect(signer);
    const account1 = await client.getAccount(own);
    expect(account1).toMatchObject({ sequence: 0, pubkey: null });
    expect(account1?.accountNumber).toBeGreaterThan(0);
    assertIsDeliverTxSuccess(await client.sendTokens(own, bech32(hexAddress(1)), COINS('9'), FEE));
    const account2 = await client.getAccount(own);
    expect(account2?.sequence).toBe(1);
    expect(account2?.pubkey?.type).toBe('tendermint/PubKeySecp256k1');
    assertIsDeliverTxSuccess(await client.sendTokens(own, bech32(hexAddress(1)), COINS('9'), FEE));
  });

  it('is included in the block of its timeout height, and refused in the next one', async () => {
    const client = await connect(ethereumSigner(key(0), hexAddress(0), 'direct'));
    const [from, to] = [bech32(hexAddress(0)), bech32(hexAddress(1))];
    const message = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: from, toAddress: to, amount: COINS('1') },
    };
    const next = devnet.height + 1n;
    const result = await client.signAndBroadcast(from, [message], FEE, '', next);
    assertIsDeliverTxSuccess(result);
    expect(BigInt(result.height)).toBe(next);
    const late = client.signAndBroadcast(from, [message], FEE, '', devnet.height);
    await expect(late).rejects.toMatchObject({
      code: 30,
      log: `block height: ${next + 1n}, timeout height: ${next}: tx timeout height`,
    } satisfies Partial<BroadcastTxError>);
  });

  it('gets its gas by simulation', async () => {
    const client = await connect(ethereumSigner(key(0), hexAddress(0), 'direct'));
    const message = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: bech32(hexAddress(0)), toAddress: bech32(hexAddress(1)), amount: COINS('1') },
    };
    const simulated = await client.simulate(bech32(hexAddress(0)), [message], '');
    const result = await client.signAndBroadcast(bech32(hexAddress(0)), [message], 1.3);
    assertIsDeliverTxSuccess(result);
    expect(Math.abs(Number(result.gasUsed) - simulated)).toBeLessThan(3_000);
  });

  it('orders an Ethereum and a Cosmos transaction of one account in one block', async () => {
    await devnet.close();
    devnet = await start({ miningMode: 'manual' });
    const client = await connect(ethereumSigner(key(0), hexAddress(0), 'direct'));
    const first = await ask('eth_sendTransaction', {
      from: hexAddress(0),
      to: hexAddress(1),
      value: '0x1',
      gas: '0x5208',
    });
    const own = bech32(hexAddress(0));
    const message = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: own, toAddress: bech32(hexAddress(1)), amount: COINS('2') },
    };
    const signed = await client.sign(own, [message], FEE, '', {
      accountNumber: 0n,
      sequence: 1,
      chainId: devnet.chainId,
    });
    const hash = await client.broadcastTxSync(TxRaw.encode(signed).finish());
    const last = await ask('eth_sendTransaction', {
      from: hexAddress(0),
      to: hexAddress(1),
      value: '0x3',
      gas: '0x5208',
    });
    await devnet.mine();
    const tx = await client.getTx(hash);
    expect([tx?.code, tx?.height, tx?.txIndex]).toEqual([0, 2, 1]);
    const receipts = await Promise.all([first, last].map((sent) => ask('eth_getTransactionReceipt', sent)));
    expect(receipts).toMatchObject([
      { status: '0x1', blockNumber: '0x2', transactionIndex: '0x0' },
      { status: '0x1', blockNumber: '0x2', transactionIndex: '0x1' },
    ]);
    expect(await ask('eth_getTransactionCount', hexAddress(0), 'latest')).toBe('0x3');
  });
});

describe('an invalid transaction', () => {
  const send = (changes: object = {}) => ({
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: { fromAddress: bech32(hexAddress(0)), toAddress: bech32(hexAddress(1)), amount: COINS('1'), ...changes },
  });
  const signerData = (changes: object = {}) => ({
    accountNumber: 0n,
    sequence: 0,
    chainId: devnet.chainId,
    ...changes,
  });

  /** Returns code and log of the refusal. */
  async function refused(messages: readonly EncodeObject[], fee = FEE, data: object = {}, memo = '', timeout?: bigint) {
    const client = await connect(ethereumSigner(key(0), hexAddress(0), 'direct'));
    const signed = await client.sign(bech32(hexAddress(0)), messages, fee, memo, signerData(data) as never, timeout);
    const before = await ask('eth_getTransactionCount', hexAddress(0), 'pending');
    const answer = await client.broadcastTxSync(TxRaw.encode(signed).finish()).then(
      () => undefined,
      (error: BroadcastTxError) => [error.code, error.log],
    );
    expect(await ask('eth_getTransactionCount', hexAddress(0), 'pending')).toBe(before);
    return answer;
  }

  it('is refused at once, with the error text of the SDK, and changes nothing', async () => {
    expect(await refused([send()], FEE, { sequence: 5 })).toEqual([
      32,
      'account sequence mismatch, expected 0, got 5: incorrect account sequence',
    ]);
    expect(await refused([send()], FEE, { chainId: 'other_1-1' })).toEqual([
      4,
      'signature verification failed; please verify account number (0) and chain-id (halley_31337-1): (unable to verify single signer signature): unauthorized',
    ]);
    expect(await refused([send()], { amount: [{ denom: 'uatom', amount: '5' }], gas: '200000' })).toEqual([
      13,
      'expected only native token ahalley for fee, but got 5uatom: insufficient fee',
    ]);
    expect(await refused([send()], { amount: [], gas: '200000' })).toEqual([
      13,
      expect.stringContaining(
        'gas prices too low, got: 0.000000000000000000ahalley required: 765625000.000000000000000000ahalley',
      ),
    ]);
    expect(await refused([send()], { ...FEE, gas: '3000' })).toEqual([
      11,
      expect.stringMatching(/^out of gas in location: txSize; gasWanted: 3000, gasUsed: \d+: out of gas$/),
    ]);
    expect(await refused([send()], FEE, {}, 'x'.repeat(257))).toEqual([
      12,
      'maximum number of characters is 256 but received 257 characters: memo too large',
    ]);
    expect(await refused([send()], FEE, {}, '', 1n)).toEqual([
      30,
      'block height: 2, timeout height: 1: tx timeout height',
    ]);
    expect(
      await refused([{ typeUrl: '/cosmos.group.v1.MsgCreateGroup', value: MsgCreateGroup.fromPartial({}) }]),
    ).toEqual([
      2,
      expect.stringMatching(/^unable to resolve type URL \/cosmos.group.v1.MsgCreateGroup: tx parse error; /),
    ]);
    expect(await refused([])).toEqual([18, 'must contain at least one message: invalid request']);
    expect(await refused([send({ fromAddress: bech32(hexAddress(2)) })])).toEqual([
      8,
      expect.stringContaining('pubKey does not match signer address'),
    ]);
  });

  it('fails in the block when a message does, with all of its messages, and pays its fee', async () => {
    const client = await connect(ethereumSigner(key(0), hexAddress(0), 'direct'));
    const [mine, theirs] = [await balance(0), await balance(1)];
    const result = await client.signAndBroadcast(
      bech32(hexAddress(0)),
      [send(), send({ amount: COINS(`${10n ** 30n}`) })],
      FEE,
    );
    expect(result.code).toBe(5);
    expect(result.rawLog).toMatch(
      /^failed to execute message; message index: 1: spendable balance \d+ahalley is smaller than 10{30}ahalley: insufficient funds$/,
    );
    expect(await balance(1)).toBe(theirs);
    expect(mine - (await balance(0))).toBe(400_000_000_000_000n);
    expect(attribute(result, 'message', 'action')).toEqual([]);
    expect(await ask('eth_getTransactionCount', hexAddress(0), 'latest')).toBe('0x1');
  });
});

describe('other messages', () => {
  it('send to several accounts at once', async () => {
    const client = await connect(ethereumSigner(key(0), hexAddress(0), 'direct'));
    const [one, two] = [await balance(1), await balance(2)];
    const outputs = [1, 2].map((index) => ({ address: bech32(hexAddress(index)), coins: COINS(`${index}`) }));
    const value = { inputs: [{ address: bech32(hexAddress(0)), coins: COINS('3') }], outputs };
    assertIsDeliverTxSuccess(
      await client.signAndBroadcast(
        bech32(hexAddress(0)),
        [{ typeUrl: '/cosmos.bank.v1beta1.MsgMultiSend', value }],
        FEE,
      ),
    );
    expect([(await balance(1)) - one, (await balance(2)) - two]).toEqual([1n, 2n]);
    const short = { ...value, inputs: [{ address: bech32(hexAddress(0)), coins: COINS('4') }] };
    const failed = await client.signAndBroadcast(
      bech32(hexAddress(0)),
      [{ typeUrl: '/cosmos.bank.v1beta1.MsgMultiSend', value: short }],
      FEE,
    );
    expect([failed.code, failed.rawLog]).toEqual([
      4,
      'failed to execute message; message index: 0: sum inputs != sum outputs',
    ]);
  });

  it('delegate, which gives a validator power two heights later', async () => {
    const client = await connect(ethereumSigner(key(0), hexAddress(0), 'direct'));
    const query = QueryClient.withExtensions(await connectComet(devnet.urls.cometRpc as string), setupStakingExtension);
    const { validators } = await query.staking.validators('BOND_STATUS_BONDED');
    const chosen = validators[0]?.operatorAddress as string;
    const tokens = 1000n * 10n ** 18n;
    const result = await client.delegateTokens(
      bech32(hexAddress(0)),
      chosen,
      { denom: 'ahalley', amount: `${tokens}` },
      FEE,
    );
    assertIsDeliverTxSuccess(result);
    expect(attribute(result, 'delegate', 'new_shares')).toEqual([`${tokens}.000000000000000000`]);
    const { delegationResponse } = await query.staking.delegation(bech32(hexAddress(0)), chosen);
    expect(delegationResponse?.balance?.amount).toBe(`${tokens}`);
    await devnet.mine();
    await devnet.mine();
    const comet = await Tendermint37Client.connect(devnet.urls.cometRpc as string);
    const powers = (await comet.validatorsAll()).validators.map(({ votingPower }) => votingPower);
    expect(powers.filter((power) => power === 1010n || power > 1000n)).toHaveLength(1);
    comet.disconnect();
  });

  it('leave the headers and validators of the last heights in the history of staking', async () => {
    await devnet.close();
    const document = developmentGenesis() as { readonly app_state: object };
    const staking = { params: { historical_entries: 4 } };
    devnet = await start({ validators: 3, genesis: { ...document, app_state: { ...document.app_state, staking } } });
    const client = await connect(ethereumSigner(key(0), hexAddress(0), 'direct'));
    const query = QueryClient.withExtensions(await connectComet(devnet.urls.cometRpc as string), setupStakingExtension);
    const { validators } = await query.staking.validators('BOND_STATUS_BONDED');
    const [, second] = validators;
    const amount = { denom: 'ahalley', amount: '3000000000000000000' };
    const { height: at } = await client.delegateTokens(
      bech32(hexAddress(0)),
      second?.operatorAddress as string,
      amount,
      FEE,
    );
    for (let i = 0; i < 3; i++) await devnet.mine();
    const tokensAt = async (height: number): Promise<readonly (readonly [string, string])[]> =>
      ((await query.staking.historicalInfo(height)).hist?.valset ?? []).map((one) => [one.operatorAddress, one.tokens]);
    const before = await tokensAt(at);
    const after = await tokensAt(at + 1);
    expect(new Set(before)).toEqual(
      new Set(validators.map(({ operatorAddress, tokens }) => [operatorAddress, tokens])),
    );
    expect(after[0]).toEqual([second?.operatorAddress, `${BigInt(second?.tokens as string) + BigInt(amount.amount)}`]);
    const comet = await Tendermint37Client.connect(devnet.urls.cometRpc as string);
    const { block } = await comet.block(at);
    const { hist } = await query.staking.historicalInfo(at);
    expect(hist?.header).toMatchObject({
      chainId: block.header.chainId,
      height: BigInt(at),
      ...{ appHash: block.header.appHash, nextValidatorsHash: block.header.nextValidatorsHash },
      ...{
        proposerAddress: block.header.proposerAddress,
        lastCommitHash: new Uint8Array(),
        dataHash: new Uint8Array(),
      },
    });
    expect(hist?.header?.time.seconds).toBe(BigInt(Math.floor(block.header.time.getTime() / 1000)));
    const head = Number(devnet.height);
    for (const height of [head - 4, head + 1])
      await expect(query.staking.historicalInfo(height)).rejects.toThrow(
        `historical info for height ${height} not found`,
      );
    comet.disconnect();
  });
});

it('names the type of a denom’s metadata once when it is not text', async () => {
  await expect(ask('halley_setDenomMetadata', { base: 5, symbol: 'X' })).rejects.toMatchObject({
    code: -32602,
    message: 'invalid argument 0: json: cannot unmarshal number into Go struct field Metadata.base of type string',
  });
});
