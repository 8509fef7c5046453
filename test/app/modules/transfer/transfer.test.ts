/** Tests token transfers between two chains: checks, events, and balances. */
import { beforeEach, describe, expect, it } from 'vitest';
import { readDenomMetadata } from '../../../../src/app/modules/bank/metadata.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { BONDED_POOL } from '../../../../src/app/modules/staking/pools.js';
import { transferApp } from '../../../../src/app/modules/transfer/app.js';
import { escrowAddress } from '../../../../src/app/modules/transfer/escrow.js';
import { totalEscrow, writeTransferParams } from '../../../../src/app/modules/transfer/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { TxFailure } from '../../../../src/app/types/refusal.js';
import { CHANNEL_STATE, type Channel, ORDER } from '../../../../src/codec/ibc/channel.js';
import { NO_HEIGHT } from '../../../../src/codec/ibc/client.js';
import { denomOfPath, localDenom } from '../../../../src/codec/ibc/denom.js';
import type { MsgTransfer } from '../../../../src/codec/ibc/transfer.js';
import { toHex } from '../../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../../src/kernel/text.js';
import cases from '../../../vectors/asset-cases.json' with { type: 'json' };
import { IbcNetwork, type NetworkChain, type Pending } from '../../support/ibc_network.js';
import { dev } from '../../support/wallet.js';

const text = (address: Uint8Array): string => bech32Address(address, 'halley');
const SENDER = dev(0).bytes;
const RECEIVER = new Uint8Array(20).fill(9);
const VOUCHER = localDenom(denomOfPath('transfer/channel-5/ahalley'));
const RELAYER = new Uint8Array(20);

let network: IbcNetwork;
let a: NetworkChain;
let b: NetworkChain;

beforeEach(async () => {
  network = await IbcNetwork.open(['a', 'b']);
  network.join(['a', 'channel-0'], ['b', 'channel-5']);
  [a, b] = [network.chain('a'), network.chain('b')];
});

const aMessage = (over: Partial<MsgTransfer> = {}): MsgTransfer => ({
  sourcePort: 'transfer',
  sourceChannel: 'channel-0',
  token: { denom: 'ahalley', amount: '100' },
  sender: text(SENDER),
  receiver: text(RECEIVER),
  timeoutHeight: NO_HEIGHT,
  timeoutTimestamp: 1n,
  memo: '',
  encoding: '',
  ...over,
});

function refusalOf(act: () => void): object {
  try {
    act();
  } catch (error) {
    if (error instanceof TxFailure) return error.refusal;
    throw error;
  }
  return {};
}

const refusal = (over: Partial<MsgTransfer>): object => refusalOf(() => network.sendNow(a, aMessage(over)));
const only = (): Pending => network.pending()[0] as Pending;

/** Returns the events that `act` emits on a chain, as `type key=value …`. */
async function consoleCallsBy(chain: NetworkChain, act: () => unknown): Promise<string[]> {
  const before = chain.state.emitted;
  await act();
  return chain.state
    .eventsSince(before)
    .map(({ type, attributes }) => [type, ...attributes.map(({ key, value }) => `${key}=${value}`)].join(' '));
}

describe('the escrow account', () => {
  it.each(cases.vectors.escrow)('of $port/$channel is $hex', ({ port, channel, hex, cosmos }) => {
    const address = escrowAddress({ portId: port, channelId: channel });
    expect([toHex(address), bech32Address(address, 'cosmos')]).toEqual([hex, cosmos]);
  });
});

describe('MsgTransfer is refused', () => {
  it.each([
    [{ sourcePort: '' }, 'host', 2],
    [{ sourcePort: 'a/b' }, 'host', 2],
    [{ sourceChannel: 'short' }, 'host', 2],
    [{ token: { denom: 'ahalley', amount: '0' } }, 'ibc', 6],
    [{ token: { denom: 'ahalley', amount: '-1' } }, 'ibc', 6],
    [{ token: { denom: 'ahalley', amount: '1.5' } }, 'ibc', 6],
    [{ token: { denom: '9', amount: '1' } }, 'ibc', 6],
    [{ token: { denom: 'ibc', amount: '1' } }, 'ibc', 6],
    [{ token: { denom: 'ibc/zz', amount: '1' } }, 'ibc', 6],
    [{ token: { denom: `ibc/${'AB'.repeat(32)}`, amount: '1' } }, 'transfer', 6],
    [{ token: { denom: 'ahalley', amount: `${10n ** 30n}` } }, 'sdk', 5],
    [{ token: { denom: 'unothing', amount: `${2n ** 256n - 1n}` } }, 'transfer', 5],
    [{ receiver: ' ' }, 'ibc', 5],
    [{ receiver: 'x'.repeat(2049) }, 'ibc', 5],
    [{ memo: 'x'.repeat(32_769) }, 'transfer', 11],
    [{ sender: text(BONDED_POOL.address), token: { denom: 'ahalley', amount: '1' } }, 'ibc', 2],
    [{ sourceChannel: 'channel-9' }, 'clientv2', 35],
  ])('%j', (over, codespace, code) => {
    expect(refusal(over)).toMatchObject({ codespace, code });
    expect(network.pending()).toEqual([]);
  });

  it('when sending is disabled, for the chain or for all coins', () => {
    writeTransferParams(a.state, { sendEnabled: false, receiveEnabled: true });
    expect(refusal({})).toEqual({
      codespace: 'transfer',
      code: 7,
      log: 'fungible token transfers from this chain are disabled',
    });
  });

  it('on a closed channel, without taking coins', async () => {
    network.close('a', 'channel-0');
    const before = balanceOf(a.state, SENDER, 'ahalley');
    expect(await network.send(a, aMessage())).toBe('refused');
    expect(balanceOf(a.state, SENDER, 'ahalley')).toBe(before);
  });
});

describe('a transfer', () => {
  it('is escrowed, and becomes a voucher on the other chain', async () => {
    const said = await consoleCallsBy(a, () => network.send(a, aMessage({ memo: 'hi' })));
    expect(said.slice(-2)).toEqual([
      `ibc_transfer sender=${text(SENDER)} receiver=${text(RECEIVER)} denom=ahalley amount=100 memo=hi`,
      'message module=transfer',
    ]);
    const escrow = escrowAddress({ portId: 'transfer', channelId: 'channel-0' });
    expect([balanceOf(a.state, escrow, 'ahalley'), totalEscrow(a.state, 'ahalley')]).toEqual([100n, 100n]);
    const pending = only();
    expect(fromUtf8(pending.packet.data)).toBe(
      `{"amount":"100","denom":"ahalley","memo":"hi","receiver":"${text(RECEIVER)}","sender":"${text(SENDER)}"}`,
    );
    const received = await consoleCallsBy(b, () => network.receive(pending));
    expect(received[0]).toBe(
      `denomination denom_hash=${VOUCHER.slice(4)} denom={"base":"ahalley","trace":[{"port_id":"transfer","channel_id":"channel-5"}]}`,
    );
    expect(received.slice(-2)).toEqual([
      `fungible_token_packet sender=${text(SENDER)} receiver=${text(RECEIVER)} denom=ahalley amount=100 memo=hi success=true`,
      'message module=transfer',
    ]);
    expect([balanceOf(b.state, RECEIVER, VOUCHER), supplyOf(b.state, VOUCHER)]).toEqual([100n, 100n]);
    expect(readDenomMetadata(b.state, VOUCHER)).toMatchObject({
      symbol: 'AHALLEY',
      display: 'transfer/channel-5/ahalley',
      description: 'IBC token from transfer/channel-5/ahalley',
    });
    expect(fromUtf8(network.answer(pending) as Uint8Array)).toBe('{"result":"AQ=="}');
    const done = await consoleCallsBy(a, () => network.acknowledge(pending));
    expect(done).toEqual([
      `fungible_token_packet sender=${text(SENDER)} receiver=${text(RECEIVER)} denom=ahalley amount=100 memo=hi acknowledgement=result:"\\001" `,
      'message module=transfer',
      'fungible_token_packet success=\u0001',
    ]);
  });

  it('returns home: it is burned there, and released from escrow here', async () => {
    await network.send(a, aMessage());
    await network.settle();
    const before = balanceOf(a.state, SENDER, 'ahalley');
    const back = { sender: text(RECEIVER), receiver: text(SENDER), sourceChannel: 'channel-5' };
    await network.send(b, aMessage({ ...back, token: { denom: VOUCHER, amount: '40' } }));
    expect(supplyOf(b.state, VOUCHER)).toBe(60n);
    await network.settle();
    expect(balanceOf(a.state, SENDER, 'ahalley')).toBe(before + 40n);
    expect(totalEscrow(a.state, 'ahalley')).toBe(60n);
  });

  it('of the largest amount moves the whole balance', async () => {
    await network.send(a, aMessage());
    await network.settle();
    const back = { sender: text(RECEIVER), receiver: text(SENDER), sourceChannel: 'channel-5' };
    const token = { denom: VOUCHER, amount: (2n ** 256n - 1n).toString() };
    expect(await network.send(b, aMessage({ ...back, token }))).toBe('done');
    expect(supplyOf(b.state, VOUCHER)).toBe(0n);
  });

  it.each([
    ['nobody', 5],
    [text(BONDED_POOL.address), 2],
  ])('to %s is acknowledged with an error, and refunded', async (receiver, code) => {
    const before = balanceOf(a.state, SENDER, 'ahalley');
    await network.send(a, aMessage({ receiver }));
    const pending = only();
    await network.receive(pending);
    expect(fromUtf8(network.answer(pending) as Uint8Array)).toBe(
      `{"error":"ABCI code: ${code}: error handling packet: see events for details"}`,
    );
    expect(supplyOf(b.state, VOUCHER)).toBe(0n);
    await network.acknowledge(pending);
    expect(balanceOf(a.state, SENDER, 'ahalley')).toBe(before);
    expect(totalEscrow(a.state, 'ahalley')).toBe(0n);
  });

  it('to a 0x address arrives, as on every chain with an EVM', async () => {
    await network.send(a, aMessage({ receiver: `0x${'09'.repeat(20)}` }));
    await network.settle();
    expect(balanceOf(b.state, RECEIVER, VOUCHER)).toBe(100n);
  });

  it('that times out is refunded, and a voucher is minted again', async () => {
    await network.send(a, aMessage());
    const said = await consoleCallsBy(a, () => network.timeOut(only()));
    expect(said.slice(-2)).toEqual([
      `timeout receiver=${text(SENDER)} refund_tokens={"denom":{"base":"ahalley","trace":null},"amount":"100"} memo=`,
      'message module=transfer',
    ]);
    await network.send(a, aMessage());
    await network.settle();
    const back = { sender: text(RECEIVER), receiver: text(SENDER), sourceChannel: 'channel-5' };
    await network.send(b, aMessage({ ...back, token: { denom: VOUCHER, amount: '40' } }));
    await network.timeOut(only());
    expect(balanceOf(b.state, RECEIVER, VOUCHER)).toBe(100n);
  });

  it('is refused when receiving is disabled', async () => {
    writeTransferParams(b.state, { sendEnabled: true, receiveEnabled: false });
    await network.send(a, aMessage());
    const pending = only();
    await network.receive(pending);
    expect(fromUtf8(network.answer(pending) as Uint8Array)).toContain('ABCI code: 8:');
  });
});

describe('a packet of a byzantine chain', () => {
  const packetOf = (data: string) => ({
    sequence: 1n,
    sourcePort: 'transfer',
    sourceChannel: 'channel-0',
    destinationPort: 'transfer',
    destinationChannel: 'channel-5',
    data: utf8(data),
    timeoutHeight: NO_HEIGHT,
    timeoutTimestamp: 1n,
  });
  const receive = (data: string) => transferApp.receive(packetOf(data), RELAYER, b.context);
  const about = (over: object) =>
    JSON.stringify({ amount: '1', denom: 'uatom', receiver: text(RECEIVER), sender: 'cosmos1x', ...over });

  it.each([
    ['no JSON', 12],
    [about({ amount: '0' }), 5],
    [about({ amount: '-1' }), 5],
    [about({ amount: '0x10' }), 5],
    [about({ amount: (2n ** 256n).toString() }), 5],
    [about({ amount: 1 }), 12],
    [about({ sender: '' }), 5],
    [about({ denom: '' }), 3],
    [about({ denom: 'transfer/channel-1/ ' }), 3],
    [about({ denom: 'transfer/channel-0/ahalley' }), 5],
    [about({ memo: 'x'.repeat(32_769) }), 11],
  ])('is acknowledged with an error: %s', async (data, code) => {
    const answer = await receive(data);
    expect(answer?.success).toBe(false);
    expect(fromUtf8(answer?.bytes as Uint8Array)).toContain(`ABCI code: ${code}:`);
  });

  it('mints at most what an account can hold', async () => {
    const most = about({ amount: (2n ** 256n - 1n).toString() });
    expect((await receive(most))?.success).toBe(true);
    expect((await receive(about({ receiver: text(SENDER) })))?.success).toBe(false);
  });
});

describe('a channel', () => {
  const channel: Channel = {
    state: CHANNEL_STATE.init,
    ordering: ORDER.unordered,
    counterparty: { portId: 'transfer', channelId: '' },
    connectionHops: ['connection-0'],
    version: '',
  };
  const opening = (over: object = {}, part: object = {}) => ({
    portId: 'transfer',
    channelId: 'channel-3',
    channel: { ...channel, ...part },
    ...over,
  });

  it('has the version ics20-1, whatever the other end proposes', () => {
    expect(transferApp.openInit(opening(), a.context)).toBe('ics20-1');
    expect(transferApp.openTry(opening(), 'ics20-2', a.context)).toBe('ics20-1');
  });

  it.each([
    [
      'an ordered channel',
      () => transferApp.openInit(opening({}, { ordering: ORDER.ordered }), a.context),
      'channel',
      6,
    ],
    ['another port', () => transferApp.openInit(opening({ portId: 'wasm.x' }), a.context), 'port', 4],
    ['another version', () => transferApp.openInit(opening({}, { version: 'ics20-9' }), a.context), 'transfer', 4],
    ['an invalid name', () => transferApp.openTry(opening({ channelId: 'chan-1' }), 'ics20-1', a.context), 'host', 2],
    [
      'too high a number',
      () => transferApp.openInit(opening({ channelId: `channel-${2n ** 32n}` }), a.context),
      'transfer',
      9,
    ],
    ['another version in the last step', () => transferApp.openAck(opening(), 'ics20-2', a.context), 'transfer', 4],
    ['a request to close', () => transferApp.closeInit('transfer', 'channel-3', a.context), 'ibc', 8],
  ])('is refused: %s', (_, act, codespace, code) => {
    expect(refusalOf(act)).toMatchObject({ codespace, code });
  });
});
