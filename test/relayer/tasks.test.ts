/** Tests what a relayer does at the limits of times, heights, delays and transactions, on chains that hold only stores. */
import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/abci/application.js';
import { Any } from '../../src/codec/cosmos/base.js';
import { CHANNEL_STATE, Channel, ORDER, type Packet } from '../../src/codec/ibc/channel.js';
import { CONNECTION_STATE, ConnectionEnd, DEFAULT_VERSION } from '../../src/codec/ibc/connection.js';
import { MsgAcknowledgement, MsgTimeout, MsgTimeoutOnClose } from '../../src/codec/ibc/packet_messages.js';
import { ClientState, ConsensusState } from '../../src/codec/ibc/tendermint.js';
import { type Bytes, bigintToBytes, compareBytes } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../src/kernel/text.js';
import { batchesOf } from '../../src/relayer/batch.js';
import { updateClient } from '../../src/relayer/clients.js';
import { dueClients } from '../../src/relayer/due_clients.js';
import { findTasks } from '../../src/relayer/find_tasks.js';
import { anyOf } from '../../src/relayer/message_of.js';
import { PacketBook } from '../../src/relayer/packet_book.js';
import {
  acknowledgementPath,
  channelPath,
  clientStatePath,
  commitmentPath,
  connectionPath,
  consensusStatePath,
  heightOn,
  nextReceivePath,
  packetCommitment,
  receiptPath,
} from '../../src/relayer/paths.js';
import type { Task } from '../../src/relayer/task.js';
import type { IbcView, RelayChain } from '../../src/relayer/types.js';

const SECOND = 1_000_000_000n;
const TRUSTING = 300n * SECOND;

/** Chain whose store and events the test writes. Block `h` has the time of `h` seconds. */
class StoredChain implements RelayChain {
  base = 3n;
  height = 20n;
  nextTime = 21n * SECOND;
  readonly unbondingPeriod = 600n * SECOND;
  readonly signer: string;
  /** Heights whose events were read. */
  readonly reads: bigint[] = [];
  readonly #entries = new Map<string, { readonly since: bigint; readonly value: Bytes }>();
  readonly #events = new Map<bigint, Event[]>();

  constructor(readonly id: string) {
    this.signer = `relayer of ${id}`;
  }

  /** Writes an entry that the state has from `since` on. */
  put(key: Bytes, value: Bytes, since = 1n): void {
    this.#entries.set(toHex(key), { since, value });
  }

  emit(height: bigint, type: string, packet: Packet, acknowledgement?: Bytes): void {
    const { timeoutHeight, sequence, timeoutTimestamp } = packet;
    const attributes = Object.entries({
      packet_data_hex: toHex(packet.data),
      packet_timeout_height: `${timeoutHeight.revisionNumber}-${timeoutHeight.revisionHeight}`,
      packet_timeout_timestamp: `${timeoutTimestamp}`,
      packet_sequence: `${sequence}`,
      packet_src_port: packet.sourcePort,
      packet_src_channel: packet.sourceChannel,
      packet_dst_port: packet.destinationPort,
      packet_dst_channel: packet.destinationChannel,
      ...(acknowledgement !== undefined && { packet_ack_hex: toHex(acknowledgement) }),
    }).map(([key, value]) => ({ key, value, index: true }));
    this.#events.set(height, [...(this.#events.get(height) ?? []), { type, attributes }]);
  }

  forgetEvents(height: bigint): void {
    this.#events.delete(height);
  }

  at(height: bigint): IbcView {
    const all = [...this.#entries]
      .filter(([, { since }]) => since <= height)
      .map(([key, { value }]) => [fromHex(key), value] as const)
      .sort(([a], [b]) => compareBytes(a, b));
    return {
      get: (key) => all.find(([known]) => compareBytes(known, key) === 0)?.[1],
      entries: (prefix) => all.filter(([key]) => toHex(key).startsWith(toHex(prefix))),
    };
  }

  prove = (height: bigint, key: Bytes): Bytes => utf8(`${this.id} ${height} ${fromUtf8(key)}`);
  header = (height: bigint) => ({ time: height * SECOND, appHash: utf8('app'), nextValidatorsHash: utf8(this.id) });
  signedHeader = (height: bigint): Bytes => utf8(`header ${height}`);
  validatorSet = (height: bigint): Bytes => utf8(`set ${height}`);
  trustedValidators = (height: bigint, hash: Bytes): Bytes | undefined =>
    height < this.base ? undefined : utf8(`set ${height} of ${fromUtf8(hash)}`);

  events(height: bigint): Iterable<Event> {
    if (height < this.base || height > this.height) throw new Error(`no block ${height}`);
    this.reads.push(height);
    return this.#events.get(height) ?? [];
  }
}

/** Height of the other chain that the client on each chain knows. */
const KNOWN = 15n;

function putClient(on: StoredChain, of: StoredChain, clientId: string, latest = KNOWN): void {
  const state = {
    chainId: of.id,
    trustLevel: { numerator: 1n, denominator: 3n },
    trustingPeriod: TRUSTING,
    unbondingPeriod: of.unbondingPeriod,
    maxClockDrift: SECOND,
    frozenHeight: { revisionNumber: 0n, revisionHeight: 0n },
    latestHeight: heightOn(of.id, latest),
    proofSpecs: [],
    upgradePath: [],
    allowUpdateAfterExpiry: false,
    allowUpdateAfterMisbehaviour: false,
  };
  on.put(clientStatePath(clientId), Any.encode(anyOf(ClientState, state)));
  const { time, nextValidatorsHash } = of.header(latest);
  const consensus = anyOf(ConsensusState, { timestamp: time, root: { hash: utf8('app') }, nextValidatorsHash });
  on.put(consensusStatePath(clientId, state.latestHeight), Any.encode(consensus));
}

interface ChannelChoices {
  readonly ordering?: number;
  readonly theirState?: number;
}

/** Links two chains by clients, a connection and a channel, whose names all differ. */
function linked({ ordering = ORDER.unordered, theirState = CHANNEL_STATE.open }: ChannelChoices = {}) {
  const [a, b] = [new StoredChain('a-1'), new StoredChain('b-2')];
  putClient(a, b, '07-tendermint-1');
  putClient(b, a, '07-tendermint-2');
  const end = (clientId: string, theirClient: string, connectionId: string) =>
    ConnectionEnd.encode({
      clientId,
      versions: [DEFAULT_VERSION],
      state: CONNECTION_STATE.open,
      counterparty: { clientId: theirClient, connectionId, prefix: { keyPrefix: utf8('ibc') } },
      delayPeriod: 0n,
    });
  a.put(connectionPath('connection-3'), end('07-tendermint-1', '07-tendermint-2', 'connection-4'));
  b.put(connectionPath('connection-4'), end('07-tendermint-2', '07-tendermint-1', 'connection-3'));
  const channel = (state: number, hop: string, portId: string, channelId: string) =>
    Channel.encode({ state, ordering, counterparty: { portId, channelId }, connectionHops: [hop], version: 'v' });
  a.put(channelPath('out', 'channel-5'), channel(CHANNEL_STATE.open, 'connection-3', 'in', 'channel-6'));
  b.put(channelPath('in', 'channel-6'), channel(theirState, 'connection-4', 'out', 'channel-5'));
  return { a, b, chains: new Map([a, b].map((chain) => [chain.id, chain])), book: new PacketBook() };
}

const packetOf = (sequence: bigint, change: Partial<Packet> = {}): Packet => ({
  sequence,
  sourcePort: 'out',
  sourceChannel: 'channel-5',
  destinationPort: 'in',
  destinationChannel: 'channel-6',
  data: utf8(`data ${sequence}`),
  timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
  timeoutTimestamp: 0n,
  ...change,
});

const commitmentOf = ({ timeoutTimestamp, timeoutHeight, data }: Packet): Bytes =>
  packetCommitment(timeoutTimestamp, timeoutHeight, data);

/** Sends a packet in block `height` of the chain. */
function send(chain: StoredChain, packet: Packet, height = 10n): void {
  chain.put(commitmentPath(packet.sourcePort, packet.sourceChannel, packet.sequence), commitmentOf(packet), height);
  chain.emit(height, 'send_packet', packet);
}

const all = { delay: 0n, isLeft: () => false };
const kinds = (tasks: readonly Task[]) => tasks.map(({ kind, name }) => `${kind} ${name.split(' ').at(-1)}`);

const proven = { height: { revisionNumber: 7n, revisionHeight: 8n }, proofs: [utf8('proof')], signer: 'signer' };

describe('a packet', () => {
  it.each<[string, Partial<Packet>, 'packet' | 'timeout']>([
    ['without a timeout is received', {}, 'packet'],
    ['is received a nanosecond before its time', { timeoutTimestamp: 21n * SECOND + 1n }, 'packet'],
    ['times out at its time', { timeoutTimestamp: 21n * SECOND }, 'timeout'],
    ['is received in the block before its height', { timeoutHeight: heightOn('b-2', 22n) }, 'packet'],
    ['times out at its height', { timeoutHeight: heightOn('b-2', 21n) }, 'timeout'],
    ['is received before its revision begins', { timeoutHeight: heightOn('b-3', 1n) }, 'packet'],
    ['times out when its revision has ended', { timeoutHeight: heightOn('b-1', 1000n) }, 'timeout'],
    ['of revision 0 has a timeout height, too', { timeoutHeight: heightOn('b', 1000n) }, 'timeout'],
  ])('%s', (_, change, kind) => {
    const { a, b, chains, book } = linked();
    send(a, packetOf(9n, change));
    // The newest header has the receiver's next time, so that it can prove that the time is over.
    b.header = () => ({ time: b.nextTime, appHash: utf8('app'), nextValidatorsHash: utf8('b') });
    const { tasks, waiting } = findTasks(chains, book, all);
    const found = [...tasks.map((task) => task.kind), ...waiting];
    // The block of the timeout's height does not exist yet.
    expect(found).toEqual([change.timeoutHeight?.revisionHeight === 21n ? 'b-2' : kind]);
  });

  it('times out only once a header of its height or time can prove it', () => {
    const { a, b, chains, book } = linked();
    send(a, packetOf(8n, { timeoutTimestamp: 21n * SECOND }));
    send(a, packetOf(9n, { timeoutHeight: heightOn('b-2', 21n) }));
    expect(findTasks(chains, book, all)).toEqual({ tasks: [], waiting: new Set(['b-2']) });
    b.height = 21n;
    b.nextTime = 22n * SECOND;
    expect(kinds(findTasks(chains, book, all).tasks)).toEqual(['timeout 8', 'timeout 9']);
  });

  it('is found in the order of its sequence, and not where it is left', () => {
    const { a, chains, book } = linked();
    for (const sequence of [10n, 9n, 100n]) send(a, packetOf(sequence));
    expect(kinds(findTasks(chains, book, all).tasks)).toEqual(['packet 9', 'packet 10', 'packet 100']);
    const isLeft = ({ packet }: Task) => packet?.sequence === 10n;
    expect(kinds(findTasks(chains, book, { ...all, isLeft }).tasks)).toEqual(['packet 9', 'packet 100']);
  });

  it('is acknowledged with the acknowledgement of its hash', () => {
    const { a, b, chains, book } = linked();
    const packet = packetOf(9n);
    send(a, packet);
    b.put(receiptPath('in', 'channel-6', 9n), utf8('received'));
    expect(findTasks(chains, book, all).tasks).toEqual([]);
    b.put(acknowledgementPath('in', 'channel-6', 9n), sha256(utf8('good')));
    b.emit(12n, 'write_acknowledgement', packet, utf8('bad'));
    book.forget();
    expect(findTasks(chains, book, all).tasks).toEqual([]);
    b.forgetEvents(12n);
    b.emit(12n, 'write_acknowledgement', packet, utf8('good'));
    book.forget();
    const [task] = findTasks(chains, book, all).tasks;
    expect(task).toMatchObject({ kind: 'acknowledgement', on: 'a-1', from: 'b-2', clientId: '07-tendermint-1' });
    const message = task?.message(proven);
    expect(MsgAcknowledgement.decode(message?.value as Bytes)).toEqual({
      packet,
      acknowledgement: utf8('good'),
      proofAcked: utf8('proof'),
      proofHeight: proven.height,
      signer: 'signer',
    });
  });

  it('of an ordered channel is received when the receiver expects it, and acknowledged before', () => {
    const { a, b, chains, book } = linked({ ordering: ORDER.ordered });
    for (const sequence of [4n, 5n]) {
      send(a, packetOf(sequence));
      b.put(acknowledgementPath('in', 'channel-6', sequence), sha256(utf8('good')));
      b.emit(12n, 'write_acknowledgement', packetOf(sequence), utf8('good'));
    }
    b.put(nextReceivePath('in', 'channel-6'), bigintToBytes(5n, 8));
    expect(kinds(findTasks(chains, book, all).tasks)).toEqual(['acknowledgement 4', 'packet 5']);
  });

  it.each([
    [ORDER.ordered, 5n],
    [ORDER.unordered, 7n],
  ])('that cannot be received on a channel of order %s says which sequence was expected', (ordering, next) => {
    const messageOf = (theirState: number) => {
      const { a, b, chains, book } = linked({ ordering, theirState });
      send(a, packetOf(7n, { timeoutTimestamp: 20n * SECOND }));
      if (ordering === ORDER.ordered) b.put(nextReceivePath('in', 'channel-6'), bigintToBytes(5n, 8));
      const task = findTasks(chains, book, all).tasks.find(({ kind }) => kind === 'timeout');
      return task?.message({ ...proven, proofs: [utf8('unreceived'), utf8('closed')] }).value as Bytes;
    };
    const common = { proofUnreceived: utf8('unreceived'), nextSequenceRecv: next, signer: 'signer' };
    expect(MsgTimeout.decode(messageOf(CHANNEL_STATE.open))).toMatchObject(common);
    const onClose = MsgTimeoutOnClose.decode(messageOf(CHANNEL_STATE.closed));
    expect(onClose).toMatchObject({ ...common, proofClose: utf8('closed') });
  });
});

describe('a delay', () => {
  it.each<[bigint, bigint, boolean]>([
    [2n, 18n, true],
    [3n, 18n, false],
    [3n, 17n, true],
  ])('of %s blocks after a packet of height %s in one of 20: it is relayed %s', (delay, sent, isRelayed) => {
    const { a, chains, book } = linked();
    send(a, packetOf(9n), sent);
    expect(kinds(findTasks(chains, book, { ...all, delay }).tasks)).toEqual(isRelayed ? ['packet 9'] : []);
  });

  it('reaches back to the first block, and not beyond it', () => {
    const { a, chains, book } = linked();
    a.base = 17n;
    send(a, packetOf(9n), 17n);
    expect(kinds(findTasks(chains, book, { ...all, delay: 3n }).tasks)).toEqual(['packet 9']);
    expect(findTasks(chains, book, { ...all, delay: 4n }).tasks).toEqual([]);
  });

  it('waits for the block that proves the newest state', () => {
    const { a, chains, book } = linked();
    send(a, packetOf(9n), 20n);
    expect(findTasks(chains, book, all)).toEqual({ tasks: [], waiting: new Set(['a-1']) });
  });
});

describe('the packet book', () => {
  const inOne = (packet: Packet) =>
    [packet.sourcePort, packet.sourceChannel, packet.sequence, commitmentOf(packet)] as const;

  it('reads each block once, from the newest to the first', () => {
    const { a, book } = linked();
    a.height = 6n;
    for (const height of [3n, 5n]) send(a, packetOf(height), height);
    expect(book.packet(a, ...inOne(packetOf(5n)))).toEqual(packetOf(5n));
    expect(a.reads).toEqual([6n, 5n]);
    expect(book.packet(a, ...inOne(packetOf(3n)))).toEqual(packetOf(3n));
    expect(book.packet(a, ...inOne(packetOf(4n)))).toBeUndefined();
    expect(a.reads).toEqual([6n, 5n, 4n, 3n]);
    a.height = 8n;
    send(a, packetOf(8n), 8n);
    expect(book.packet(a, ...inOne(packetOf(8n)))).toEqual(packetOf(8n));
    expect(a.reads).toEqual([6n, 5n, 4n, 3n, 7n, 8n]);
  });

  it('knows no packet of a block that was reverted, nor another one of its sequence', () => {
    const { a, book } = linked();
    send(a, packetOf(9n), 20n);
    expect(book.packet(a, ...inOne(packetOf(9n)))).toEqual(packetOf(9n));
    a.forgetEvents(20n);
    a.height = 19n;
    expect(book.packet(a, ...inOne(packetOf(9n)))).toBeUndefined();
    a.height = 20n;
    const other = packetOf(9n, { data: utf8('other data') });
    send(a, other, 20n);
    expect(book.packet(a, ...inOne(packetOf(9n)))).toBeUndefined();
    expect(book.packet(a, ...inOne(other))).toEqual(other);
    a.forgetEvents(20n);
    book.forget();
    expect(book.packet(a, ...inOne(other))).toBeUndefined();
  });

  it('drops packets and acknowledgements that are not in flight, of their channel alone', () => {
    const { a, b, book } = linked();
    for (const sequence of [1n, 2n, 3n]) {
      send(a, packetOf(sequence));
      b.emit(11n, 'write_acknowledgement', packetOf(sequence), utf8(`ack ${sequence}`));
    }
    send(a, packetOf(1n, { sourceChannel: 'channel-9' }));
    const known = () => ({
      packets: [1n, 2n, 3n].filter((sequence) => book.packet(a, ...inOne(packetOf(sequence)))),
      acks: [1n, 2n, 3n].filter((n) => book.acknowledgement(b, 'in', 'channel-6', n, sha256(utf8(`ack ${n}`)))),
    });
    expect(known()).toEqual({ packets: [1n, 2n, 3n], acks: [1n, 2n, 3n] });
    expect(book.packet(a, ...inOne(packetOf(4n)))).toBeUndefined();
    expect(book.acknowledgement(b, 'in', 'channel-6', 4n, utf8('x'))).toBeUndefined();
    book.keep(a, 'out/channel-5', b, 'in/channel-6', [2n]);
    expect(known()).toEqual({ packets: [2n], acks: [2n] });
    expect(book.packet(a, ...inOne(packetOf(1n, { sourceChannel: 'channel-9' })))).toBeDefined();
  });

  it('knows what came before the first block of its chain alone, again after it was cleared', () => {
    const { a, b } = linked();
    const packet = packetOf(9n);
    const acknowledgement = utf8('good');
    const book = new PacketBook({
      packets: [{ chain: 'a-1', packet }],
      acknowledgements: [{ chain: 'b-2', port: 'in', channel: 'channel-6', sequence: 9n, acknowledgement }],
      packetsV2: [],
      validatorSets: [],
    });
    for (let round = 0; round < 2; round++) {
      expect([a, b].map((chain) => book.packet(chain, ...inOne(packet)))).toEqual([packet, undefined]);
      expect(
        [a, b].map((chain) => book.acknowledgement(chain, 'in', 'channel-6', 9n, sha256(acknowledgement))),
      ).toEqual([undefined, acknowledgement]);
      book.forget();
    }
  });
});

describe('a client', () => {
  it.each<[string, bigint, readonly string[]]>([
    ['is recent for a third of its trusting period', 15n * SECOND + TRUSTING / 3n, []],
    ['is due after that', 15n * SECOND + TRUSTING / 3n + 1n, ['07-tendermint-1']],
    ['is due until it expires', 15n * SECOND + TRUSTING - 1n, ['07-tendermint-1']],
    ['is not due when it has expired', 15n * SECOND + TRUSTING, []],
  ])('%s', (_, nextTime, due) => {
    const { a, b, chains } = linked();
    a.nextTime = nextTime;
    expect(dueClients(chains).map(({ clientId }) => clientId)).toEqual(due);
    expect(updateClient(a, b, '07-tendermint-1')?.length).toBe(nextTime < 15n * SECOND + TRUSTING ? 1 : undefined);
  });

  it('needs no update at its height, and has none when it is ahead or its validators are unknown', () => {
    const { a, b } = linked();
    const updates = () => updateClient(a, b, '07-tendermint-1')?.length;
    expect(updates()).toBe(1);
    b.height = KNOWN;
    expect(updates()).toBe(0);
    b.height = KNOWN - 1n;
    expect(updates()).toBeUndefined();
    b.height = 20n;
    b.base = KNOWN + 1n;
    expect(updates()).toBe(1);
    b.base = KNOWN + 2n;
    expect(updates()).toBeUndefined();
    expect(updateClient(a, a, '07-tendermint-1')).toBeUndefined();
  });
});

describe('transactions', () => {
  const sizes = (count: number, most = 1000) => {
    const { a, b, chains, book } = linked();
    for (let sequence = 1; sequence <= count; sequence++) send(a, packetOf(BigInt(sequence), { data: utf8('x') }));
    const { tasks } = findTasks(chains, book, all);
    return batchesOf(b, chains, tasks, most).map(({ messages, tasks: done }) => [messages.length, done.length]);
  };

  it('hold 40 tasks with the update, and more than that in others, after an update of its own', () => {
    expect(sizes(1)).toEqual([[2, 1]]);
    expect(sizes(40)).toEqual([[41, 40]]);
    expect(sizes(41)).toEqual([
      [1, 0],
      [40, 40],
      [1, 1],
    ]);
    expect(sizes(80).map(([messages]) => messages)).toEqual([1, 40, 40]);
    expect(sizes(41, 40)).toEqual([[41, 40]]);
  });

  it('pay for each task, each update and each byte', () => {
    const { a, b, chains, book } = linked();
    send(a, packetOf(9n));
    const [batch] = batchesOf(b, chains, findTasks(chains, book, all).tasks, 1);
    const bytes = BigInt(batch?.messages[1]?.value.length ?? 0);
    expect(batch?.gas).toBe(600_000n + 600_000n + 100n * bytes);
    expect(fromUtf8(batch?.messages[1]?.value as Bytes)).toContain('a-1 19 commitments/ports/out/channels/channel-5');
  });
});
