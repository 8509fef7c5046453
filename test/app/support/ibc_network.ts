/**
 * Several applications joined by channels, without light clients. Packets are carried as they are in the sender's
 * store, so a reverted packet was never sent. The rules are ICS-4's: a packet is received once, timed out only if it
 * was not received, and acknowledged to its sender once. A closed channel carries nothing.
 */
import { bridgeApp } from '../../../src/app/modules/cw20/bridge.js';
import { contractOf } from '../../../src/app/modules/cw20/contract.js';
import type { Acknowledgement, IbcApp } from '../../../src/app/modules/ibc/app.js';
import type { Channels } from '../../../src/app/modules/ibc/channel/channels.js';
import { readChannel, writeChannel } from '../../../src/app/modules/ibc/channel/store.js';
import { ibcFailure } from '../../../src/app/modules/ibc/failure.js';
import { packetForward } from '../../../src/app/modules/packet_forward/app.js';
import { transferApp } from '../../../src/app/modules/transfer/app.js';
import { checkTransfer, transfer } from '../../../src/app/modules/transfer/send.js';
import { callsNothing } from '../../../src/app/sdk/module/call_evm.js';
import { unmetered } from '../../../src/app/sdk/module/gas_meter.js';
import type { MessageContext } from '../../../src/app/sdk/module/message.js';
import type { Fork } from '../../../src/app/state/types.js';
import { TxFailure } from '../../../src/app/types/refusal.js';
import { CHANNEL_STATE, Channel, ORDER, Packet } from '../../../src/codec/ibc/channel.js';
import type { MsgTransfer } from '../../../src/codec/ibc/transfer.js';
import { type Bytes, bigintToBytes, bytesToBigint, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { type AppStateJson, TestChain } from './chain.js';

const RELAYER = new Uint8Array(20).fill(0xee);
const key = (kind: string, port: string, channel: string, sequence: bigint): Bytes =>
  utf8(`${kind}/${port}/${channel}/${sequence}`);
const arrivedKey = (kind: 'receipt' | 'ack', packet: Packet): Bytes =>
  key(kind, packet.destinationPort, packet.destinationChannel, packet.sequence);
const sentKey = ({ sourcePort, sourceChannel, sequence }: Packet): Bytes =>
  key('sent', sourcePort, sourceChannel, sequence);

/** Implements ICS-4 without proofs. Sent packets are passed to `publish`, even if they are then reverted. */
const channelsOf = (publish: (packet: Packet) => void): Channels => ({
  readChannel,
  sendPacket({ state }, { portId, channelId, ...rest }) {
    const channel = readChannel(state, portId, channelId);
    if (channel === undefined) throw ibcFailure('channelNotFound', `port ID (${portId}) channel ID (${channelId})`);
    if (channel.state !== CHANNEL_STATE.open) throw new TxFailure({ codespace: 'channel', code: 5, log: 'closed' });
    const next = utf8(`next/${portId}/${channelId}`);
    const sequence = bytesToBigint(state.get('ibc', next) ?? Uint8Array.of(1));
    state.set('ibc', next, bigintToBytes(sequence + 1n, 8));
    const { portId: destinationPort, channelId: destinationChannel } = channel.counterparty;
    const ends = { sourcePort: portId, sourceChannel: channelId, destinationPort, destinationChannel };
    const packet = { sequence, ...ends, ...rest };
    state.set('ibc', sentKey(packet), Packet.encode(packet));
    publish(packet);
    return sequence;
  },
  writeAcknowledgement({ state }, packet, { bytes }) {
    const at = arrivedKey('ack', packet);
    if (state.get('ibc', at) !== undefined) throw new Error('a packet is answered twice');
    state.set('ibc', at, bytes);
  },
});

export interface NetworkChain {
  readonly name: string;
  readonly state: Fork;
  readonly appOf: (portId: string) => IbcApp;
  readonly context: MessageContext;
  readonly channels: Channels;
  /** All packets that may be in transit, by their key in the store. */
  readonly sent: Map<string, Packet>;
}

/** Packet in transit: its sending chain and its receiving chain. */
export interface Pending {
  readonly from: NetworkChain;
  readonly to: NetworkChain;
  readonly packet: Packet;
}

export type Outcome = 'done' | 'refused';

type End = readonly [name: string, channelId: string, portId?: string];

export class IbcNetwork {
  readonly #peers = new Map<string, NetworkChain>();

  private constructor(readonly chains: readonly NetworkChain[]) {}

  static async open(names: readonly string[], edit?: (appState: AppStateJson) => void): Promise<IbcNetwork> {
    const chains: NetworkChain[] = [];
    for (const name of names) {
      const chain = await TestChain.open({ ...(edit && { edit }) });
      const state = chain.state.fork();
      const context: MessageContext = {
        params: chain.app.params,
        state,
        block: { height: 5n, time: 1_000_000_000_000_000_000n },
        gas: unmetered(),
        emit: (...events) => {
          for (const event of events) state.emit(event);
        },
        callEvm: callsNothing,
      };
      const sent = new Map<string, Packet>();
      const channels = channelsOf((packet) => sent.set(fromUtf8(sentKey(packet)), packet));
      const app = packetForward(transferApp, channels, (message, inner) => transfer(message, inner, channels));
      const appOf = (portId: string): IbcApp => (contractOf(portId) === undefined ? app : bridgeApp);
      chains.push({ name, state, appOf, context, channels, sent });
    }
    return new IbcNetwork(chains);
  }

  chain(name: string): NetworkChain {
    const found = this.chains.find((chain) => chain.name === name);
    if (found === undefined) throw new Error(`no chain ${name}`);
    return found;
  }

  /** Joins `['a', 'channel-0']` and `['b', 'channel-3', 'wasm.x']`; the default port is that of token transfers. */
  join(one: End, two: End): void {
    this.#put(one, two);
    this.#put(two, one);
  }

  #put([name, channelId, portId = 'transfer']: End, [peer, peerChannel, peerPort = 'transfer']: End): void {
    const channel: Channel = {
      ...Channel.decode(EMPTY_BYTES),
      state: CHANNEL_STATE.open,
      ordering: ORDER.unordered,
      counterparty: { portId: peerPort, channelId: peerChannel },
      connectionHops: ['connection-0'],
      version: 'ics20-1',
    };
    writeChannel(this.chain(name).state, portId, channelId, channel);
    this.#peers.set(`${name}/${channelId}`, this.chain(peer));
  }

  peer(chain: NetworkChain, channelId: string): NetworkChain {
    const found = this.#peers.get(`${chain.name}/${channelId}`);
    if (found === undefined) throw new Error(`${chain.name} has no ${channelId}`);
    return found;
  }

  /** Closes both ends of the channel of which `name`'s `channelId` is one. */
  close(name: string, channelId: string): void {
    const chain = this.chain(name);
    const other = readChannel(chain.state, 'transfer', channelId)?.counterparty.channelId ?? '';
    this.#setClosed(chain, channelId);
    this.#setClosed(this.peer(chain, channelId), other);
  }

  #setClosed({ state }: NetworkChain, channelId: string): void {
    const channel = readChannel(state, 'transfer', channelId);
    if (channel === undefined) throw new Error(`no ${channelId}`);
    writeChannel(state, 'transfer', channelId, { ...channel, state: CHANNEL_STATE.closed });
  }

  /** Returns all packets that are not acknowledged to their senders yet. */
  pending(): Pending[] {
    return this.chains.flatMap((from) => {
      for (const [at] of from.sent) if (from.state.get('ibc', utf8(at)) === undefined) from.sent.delete(at);
      return [...from.sent.values()].map((packet) => ({ from, to: this.peer(from, packet.sourceChannel), packet }));
    });
  }

  async send(chain: NetworkChain, message: MsgTransfer): Promise<Outcome> {
    return attempt(chain, () => this.sendNow(chain, message));
  }

  /** Throws TxFailure. */
  sendNow(chain: NetworkChain, message: MsgTransfer): void {
    checkTransfer(message);
    transfer(message, chain.context, chain.channels);
  }

  isReceived({ to, packet }: Pending): boolean {
    return to.state.get('ibc', arrivedKey('receipt', packet)) !== undefined;
  }

  answer({ to, packet }: Pending): Bytes | undefined {
    return to.state.get('ibc', arrivedKey('ack', packet));
  }

  isOpen({ from, packet }: Pending): boolean {
    return readChannel(from.state, packet.sourcePort, packet.sourceChannel)?.state === CHANNEL_STATE.open;
  }

  async receive(pending: Pending): Promise<Outcome> {
    const { to, packet } = pending;
    if (this.isReceived(pending) || !this.isOpen(pending)) return 'refused';
    return attempt(to, async () => {
      const { state, context } = to;
      state.set('ibc', arrivedKey('receipt', packet), Uint8Array.of(1));
      const checkpoint = state.checkpoint();
      const answer: Acknowledgement | undefined = await to
        .appOf(packet.destinationPort)
        .receive(packet, RELAYER, context);
      if (answer === undefined) return;
      if (!answer.success) state.revertTo(checkpoint);
      to.channels.writeAcknowledgement(context, packet, answer);
    });
  }

  async acknowledge(pending: Pending): Promise<Outcome> {
    const { from, packet } = pending;
    const answer = this.answer(pending);
    if (answer === undefined || !this.isOpen(pending)) return 'refused';
    return attempt(from, async () => {
      from.state.delete('ibc', sentKey(packet));
      await from.appOf(packet.sourcePort).acknowledged(packet, answer, RELAYER, from.context);
    });
  }

  async timeOut(pending: Pending): Promise<Outcome> {
    const { from, packet } = pending;
    if (this.isReceived(pending)) return 'refused';
    return attempt(from, async () => {
      from.state.delete('ibc', sentKey(packet));
      await from.appOf(packet.sourcePort).timedOut(packet, RELAYER, from.context);
    });
  }

  /** Carries everything in both directions until nothing is in transit. Packets of a closed channel stay. */
  async settle(): Promise<void> {
    for (let busy = true; busy; ) {
      busy = false;
      for (const pending of this.pending()) {
        const { receive, acknowledge } = {
          receive: await this.receive(pending),
          acknowledge: await this.acknowledge(pending),
        };
        busy ||= receive === 'done' || acknowledge === 'done';
      }
    }
  }
}

/** Runs a transaction: reverts all of its writes when it fails. */
async function attempt({ state }: NetworkChain, act: () => void | Promise<void>): Promise<Outcome> {
  const checkpoint = state.checkpoint();
  try {
    await act();
    return 'done';
  } catch (error) {
    if (!(error instanceof TxFailure)) throw error;
    state.revertTo(checkpoint);
    return 'refused';
  }
}
