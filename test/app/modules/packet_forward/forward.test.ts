/**
 * Tests forwarding over a chain in the middle: what is pending there, when each packet is acknowledged, and where
 * tokens go after a failure.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { exportAppState } from '../../../../src/app/genesis.js';
import { mintCoins } from '../../../../src/app/modules/bank/module_coins.js';
import { sendCoins } from '../../../../src/app/modules/bank/send_coins.js';
import { balanceOf, balancesOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { middleAccount } from '../../../../src/app/modules/packet_forward/app.js';
import { allInFlight } from '../../../../src/app/modules/packet_forward/store.js';
import { TRANSFER_ACCOUNT } from '../../../../src/app/modules/transfer/checks.js';
import { escrowAddress } from '../../../../src/app/modules/transfer/escrow.js';
import { totalEscrow } from '../../../../src/app/modules/transfer/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { NO_HEIGHT } from '../../../../src/codec/ibc/client.js';
import { denomOfPath, localDenom } from '../../../../src/codec/ibc/denom.js';
import { decodePacketData } from '../../../../src/codec/ibc/fungible_token_packet.js';
import { sha256 } from '../../../../src/kernel/hash.js';
import { fromUtf8, utf8 } from '../../../../src/kernel/text.js';
import { TestChain } from '../../support/chain.js';
import { IbcNetwork, type NetworkChain, type Pending } from '../../support/ibc_network.js';

const text = (address: Uint8Array): string => bech32Address(address, 'halley');
const ALICE = new Uint8Array(20).fill(1);
const BOB = new Uint8Array(20).fill(2);

let network: IbcNetwork;
let a: NetworkChain;
let b: NetworkChain;
let c: NetworkChain;

const pay = ({ state, context }: NetworkChain, denom: string): void => {
  mintCoins(state, TRANSFER_ACCOUNT, { denom, amount: 100n });
  sendCoins(context, TRANSFER_ACCOUNT.address, ALICE, [{ denom, amount: 100n }]);
};

async function open(isForwarding: boolean): Promise<void> {
  network = await IbcNetwork.open(['a', 'b', 'c'], (appState) => {
    if (isForwarding) appState['packetfowardmiddleware'] = {};
  });
  network.join(['a', 'channel-0'], ['b', 'channel-1']);
  network.join(['b', 'channel-2'], ['c', 'channel-3']);
  [a, b, c] = ['a', 'b', 'c'].map((name) => network.chain(name)) as [NetworkChain, NetworkChain, NetworkChain];
  pay(a, 'uatom');
}

beforeEach(() => open(true));

const forwardTo = (over: object = {}): string =>
  JSON.stringify({ forward: { receiver: text(BOB), port: 'transfer', channel: 'channel-2', ...over } });

const send = (chain: NetworkChain, sourceChannel: string, denom: string, memo: string) =>
  network.send(chain, {
    sourcePort: 'transfer',
    sourceChannel,
    token: { denom, amount: '60' },
    sender: text(ALICE),
    receiver: 'nobody',
    timeoutHeight: NO_HEIGHT,
    timeoutTimestamp: 1n,
    memo,
    encoding: '',
  });

const from = (chain: NetworkChain): Pending => network.pending().find((one) => one.from === chain) as Pending;
const answerTo = (pending: Pending): string => fromUtf8(network.answer(pending) ?? utf8('none'));
const escrowOf = (chain: NetworkChain, channelId: string, denom: string): bigint =>
  balanceOf(chain.state, escrowAddress({ portId: 'transfer', channelId }), denom);

const ON_B = localDenom(denomOfPath('transfer/channel-1/uatom'));
const ON_C = localDenom(denomOfPath('transfer/channel-3/transfer/channel-1/uatom'));

it('uses an account that is derived from the channel and the sender', () => {
  const prefix = sha256(utf8('packetfowardmiddleware'));
  const hash = sha256(Buffer.concat([prefix, utf8('channel-1/halley1x')]));
  expect(middleAccount('channel-1', 'halley1x')).toEqual(hash.slice(0, 20));
});

describe('a forwarded transfer', () => {
  it('arrives at the end, and is acknowledged only then', async () => {
    await send(a, 'channel-0', 'uatom', forwardTo({ timeout: '5m' }));
    const first = from(a);
    await network.receive(first);
    expect(answerTo(first)).toBe('none');
    expect([...allInFlight(b.state)].map(([key]) => key)).toEqual(['channel-2/transfer/1']);
    const second = from(b);
    expect(second.packet.timeoutTimestamp).toBe(b.context.block.time + 300_000_000_000n);
    expect(decodePacketData(second.packet.data)).toMatchObject({
      denom: 'transfer/channel-1/uatom',
      sender: text(middleAccount('channel-1', text(ALICE))),
      memo: '',
    });
    await network.receive(second);
    await network.acknowledge(second);
    expect(answerTo(first)).toBe('{"result":"AQ=="}');
    expect([...allInFlight(b.state)]).toEqual([]);
    await network.acknowledge(first);
    expect(balanceOf(c.state, BOB, ON_C)).toBe(60n);
    expect(escrowOf(b, 'channel-2', ON_B)).toBe(60n);
  });

  it('passes the next hop on to the next chain', async () => {
    const next = JSON.parse(forwardTo({ channel: 'channel-9' }));
    await send(a, 'channel-0', 'uatom', forwardTo({ next }));
    await network.receive(from(a));
    const { memo } = decodePacketData(from(b).packet.data);
    expect(memo).toBe(`{"forward":{"channel":"channel-9","port":"transfer","receiver":"${text(BOB)}"}}`);
  });

  it('that is refused at the end is burned in the middle, and refunded to the sender', async () => {
    await send(a, 'channel-0', 'uatom', forwardTo({ receiver: 'nobody' }));
    const first = from(a);
    await network.settle();
    expect(answerTo(first)).toContain('ABCI code: 5:');
    expect([supplyOf(b.state, ON_B), totalEscrow(b.state, ON_B)]).toEqual([0n, 0n]);
    expect(balanceOf(a.state, ALICE, 'uatom')).toBe(100n);
  });

  it('of a token of the middle chain moves from one escrow account to the other', async () => {
    pay(b, 'ufoo');
    await send(b, 'channel-1', 'ufoo', '');
    await network.settle();
    // The receiver of this transfer is invalid, so it was refunded; the next one has a valid receiver.
    const voucher = localDenom(denomOfPath('transfer/channel-0/ufoo'));
    await network.send(b, { ...toAlice, sourceChannel: 'channel-1', token: { denom: 'ufoo', amount: '60' } });
    await network.settle();
    await send(a, 'channel-0', voucher, forwardTo({ receiver: 'nobody' }));
    await network.receive(from(a));
    expect([escrowOf(b, 'channel-1', 'ufoo'), escrowOf(b, 'channel-2', 'ufoo')]).toEqual([0n, 60n]);
    await network.settle();
    expect([escrowOf(b, 'channel-1', 'ufoo'), escrowOf(b, 'channel-2', 'ufoo')]).toEqual([60n, 0n]);
    expect(balanceOf(a.state, ALICE, voucher)).toBe(60n);
  });

  it('of a token of the last chain is minted into escrow again when it fails', async () => {
    pay(c, 'ubar');
    const onB = localDenom(denomOfPath('transfer/channel-2/ubar'));
    const onA = localDenom(denomOfPath('transfer/channel-0/transfer/channel-2/ubar'));
    await network.send(c, { ...toAlice, sourceChannel: 'channel-3', token: { denom: 'ubar', amount: '60' } });
    await network.settle();
    await network.send(b, { ...toAlice, sourceChannel: 'channel-1', token: { denom: onB, amount: '60' } });
    await network.settle();
    await send(a, 'channel-0', onA, forwardTo({ receiver: 'nobody' }));
    await network.receive(from(a));
    expect([supplyOf(b.state, onB), totalEscrow(b.state, onB)]).toEqual([0n, 0n]);
    await network.settle();
    expect([escrowOf(b, 'channel-1', onB), totalEscrow(b.state, onB)]).toEqual([60n, 60n]);
    expect(balanceOf(a.state, ALICE, onA)).toBe(60n);
  });

  it('over one channel and back leaves nothing behind', async () => {
    await send(a, 'channel-0', 'uatom', forwardTo({ channel: 'channel-1', receiver: 'nobody' }));
    await network.settle();
    expect([supplyOf(b.state, ON_B), totalEscrow(b.state, ON_B)]).toEqual([0n, 0n]);
    expect(balanceOf(a.state, ALICE, 'uatom')).toBe(100n);
  });
});

const toAlice = {
  sourcePort: 'transfer',
  sender: text(ALICE),
  receiver: text(ALICE),
  timeoutHeight: NO_HEIGHT,
  timeoutTimestamp: 1n,
  memo: '',
  encoding: '',
};

describe('a forwarded transfer that times out', () => {
  it('is retried as often as requested, then given up', async () => {
    await send(a, 'channel-0', 'uatom', forwardTo({ retries: 2 }));
    const first = from(a);
    await network.receive(first);
    for (const sequence of [1n, 2n, 3n]) {
      expect(from(b).packet.sequence).toBe(sequence);
      expect(answerTo(first)).toBe('none');
      expect(await network.timeOut(from(b))).toBe('done');
    }
    expect(answerTo(first)).toContain('ABCI code: 1:');
    await network.acknowledge(first);
    expect(balanceOf(a.state, ALICE, 'uatom')).toBe(100n);
    expect(supplyOf(b.state, ON_B)).toBe(0n);
  });

  it('is given up when the channel has been closed', async () => {
    await send(a, 'channel-0', 'uatom', forwardTo({ retries: 2 }));
    const first = from(a);
    await network.receive(first);
    network.close('b', 'channel-2');
    expect(await network.timeOut(from(b))).toBe('done');
    expect(answerTo(first)).toContain('ABCI code: 1:');
    expect([...allInFlight(b.state)]).toEqual([]);
    expect(balancesOf(b.state, middleAccount('channel-1', text(ALICE)))).toEqual([]);
  });

  it('passes the next hop on in each retry', async () => {
    const next = JSON.parse(forwardTo({ channel: 'channel-9' }));
    await send(a, 'channel-0', 'uatom', forwardTo({ retries: 1, next }));
    await network.receive(from(a));
    const { data } = from(b).packet;
    await network.timeOut(from(b));
    expect(from(b).packet.data).toEqual(data);
  });
});

describe('an invalid forward is refused at once', () => {
  it.each([
    ['an invalid memo', '{"forward":{}}', 2],
    ['an empty receiver', forwardTo({ receiver: '' }), 1],
    ['an invalid channel name', forwardTo({ channel: 'x' }), 1],
    ['an unknown channel', forwardTo({ channel: 'channel-8' }), 3],
  ])('%s', async (_, memo, code) => {
    await send(a, 'channel-0', 'uatom', memo);
    const first = from(a);
    await network.receive(first);
    expect(answerTo(first)).toContain(`ABCI code: ${code}:`);
    await network.settle();
    expect(balanceOf(a.state, ALICE, 'uatom')).toBe(100n);
    expect(supplyOf(b.state, ON_B)).toBe(0n);
  });
});

it('a chain without the section treats the memo as a plain memo', async () => {
  await open(false);
  await send(a, 'channel-0', 'uatom', forwardTo());
  const first = from(a);
  await network.receive(first);
  expect(answerTo(first)).toContain('ABCI code: 5:');
});

describe('the genesis section', () => {
  const packet = {
    original_sender_address: 'cosmos1x',
    refund_channel_id: 'channel-1',
    refund_port_id: 'transfer',
    packet_src_channel_id: 'channel-0',
    packet_src_port_id: 'transfer',
    packet_timeout_timestamp: '17',
    packet_timeout_height: '1-100',
    packet_data: 'e30=',
    refund_sequence: '3',
    retries_remaining: 2,
    timeout: '600000000000',
  };

  it('is exported as it was read, and is absent if it was absent', async () => {
    const section = { in_flight_packets: { 'channel-2/transfer/7': packet } };
    const chain = await TestChain.open({
      edit: (appState) => {
        appState['packetfowardmiddleware'] = section;
      },
    });
    expect(exportAppState(chain.state.latest)).toMatchObject({ packetfowardmiddleware: section });
    expect(exportAppState((await TestChain.open()).state.latest)).not.toHaveProperty('packetfowardmiddleware');
  });

  it.each([
    [{ in_flight_packets: { x: packet } }],
    [{ in_flight_packets: { 'channel-2/transfer/7': { ...packet, packet_timeout_height: '1' } } }],
    [{ in_flight_packets: { 'channel-2/transfer/7': { ...packet, retries_remaining: 256 } } }],
    [{ in_flight_packets: [] }],
    ['yes'],
  ])('is refused: %j', async (section) => {
    const opened = TestChain.open({
      edit: (appState) => {
        appState['packetfowardmiddleware'] = section;
      },
    });
    await expect(opened).rejects.toMatchObject({ code: 'invalid-genesis' });
  });
});
