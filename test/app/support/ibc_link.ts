/** Two chains, and a relayer between them that performs one step at a time with real headers and proofs. */
import type { Event } from '../../../src/abci/application.js';
import { ibcApps } from '../../../src/app/modules/assembly.js';
import type { IbcApp } from '../../../src/app/modules/ibc/app.js';
import { sendPacket } from '../../../src/app/modules/ibc/channel/channels.js';
import { readChannel, readSequence } from '../../../src/app/modules/ibc/channel/store.js';
import { packed } from '../../../src/app/modules/ibc/client/any.js';
import { readClientState } from '../../../src/app/modules/ibc/client/store.js';
import { readConnection } from '../../../src/app/modules/ibc/connection/store.js';
import { channelKey, connectionKey, packetKey, sequenceKey } from '../../../src/app/modules/ibc/keys.js';
import { event } from '../../../src/app/types/events.js';
import { failure } from '../../../src/app/types/refusal.js';
import { CHANNEL_STATE, ORDER, type Packet } from '../../../src/codec/ibc/channel.js';
import * as channelMessages from '../../../src/codec/ibc/channel_messages.js';
import {
  type Height,
  MsgCreateClient,
  MsgCreateClientResponse,
  MsgUpdateClient,
} from '../../../src/codec/ibc/client.js';
import * as connectionMessages from '../../../src/codec/ibc/connection.js';
import { DEFAULT_VERSION } from '../../../src/codec/ibc/connection.js';

import * as packetMessages from '../../../src/codec/ibc/packet_messages.js';
import { ClientHeader, ClientState, ConsensusState } from '../../../src/codec/ibc/tendermint.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { type HeaderChange, IbcChain, type Ran, SIGNER } from './ibc_chain.js';

export const PORT = 'echo';
export const VERSION = 'echo-1';
const PREFIX = { keyPrefix: utf8('ibc') };

/**
 * Acknowledges a packet with its own data. `fail` fails, `bad` is acknowledged with an error, `later` is acknowledged
 * later.
 */
export const echo: IbcApp = {
  openInit: ({ channel }) => channel.version || VERSION,
  openTry: (_, counterpartyVersion) => {
    if (counterpartyVersion !== VERSION) throw failure('invalidRequest', `version is ${counterpartyVersion}`);
    return VERSION;
  },
  openAck: () => {},
  openConfirm: () => {},
  closeInit: () => {},
  closeConfirm: () => {},
  receive: (packet, _, { state, emit }) => {
    const text = fromUtf8(packet.data);
    emit(event('echo', { text }));
    state.set('transfer', utf8('heard'), packet.data);
    if (text === 'fail') throw failure('invalidRequest', 'it fails');
    if (text === 'bad') return { success: false, bytes: utf8('{"error":"bad"}') };
    if (text === 'later') return undefined;
    return text === 'promise'
      ? Promise.resolve({ success: true, bytes: packet.data })
      : { success: true, bytes: packet.data };
  },
  acknowledged: (_, acknowledgement, __, { emit }) => emit(event('echoed', { text: fromUtf8(acknowledgement) })),
  timedOut: (_, __, { emit }) => emit(event('unheard', {})),
};
(ibcApps as Map<string, IbcApp>).set(PORT, echo);

export function good(ran: Ran): Extract<Ran, { code: 0 }> {
  if ('log' in ran) throw new Error(ran.log);
  return ran;
}

export const eventsOf = (events: readonly Event[], type: string): readonly Readonly<Record<string, string>>[] =>
  events
    .filter((one) => one.type === type)
    .map(({ attributes }) => Object.fromEntries(attributes.map(({ key, value }) => [key, value])));

export const NEVER = { revisionNumber: 0n, revisionHeight: 0n };

/** One side of a link: its chain, and its ids for the other. */
export class Side {
  clientId = '';
  connectionId = '';
  channelId = '';
  other: Side = this;

  constructor(readonly chain: IbcChain) {}

  async createClient(change: Partial<ClientState> = {}): Promise<Ran> {
    const { chain } = this.other;
    const ran = await this.chain.run(MsgCreateClient, {
      clientState: packed(ClientState, chain.clientState(change)),
      consensusState: packed(ConsensusState, chain.consensusState()),
      signer: SIGNER,
    });
    if (ran.code === 0) this.clientId = MsgCreateClientResponse.decode(good(ran).answer).clientId;
    return ran;
  }

  /** Updates the client with the other chain's newest header. */
  async update(change: HeaderChange = {}, height = this.other.chain.height, from?: bigint): Promise<Ran> {
    const newest = readClientState(this.chain.state.latest, this.clientId)?.latestHeight.revisionHeight ?? 0n;
    const header = this.other.chain.clientHeader(from ?? newest, height, change);
    return this.chain.run(MsgUpdateClient, {
      clientId: this.clientId,
      clientMessage: packed(ClientHeader, header),
      signer: SIGNER,
    });
  }

  /**
   * Updates the client after one more block of the other chain, whose header contains the app hash of its current
   * state.
   */
  async sync(seconds = 1n): Promise<Height> {
    await this.other.chain.block([], seconds);
    // A header must not be from the future.
    if (seconds > 1n) await this.chain.block([], seconds);
    good(await this.update());
    return this.other.chain.heightOf(this.other.chain.height);
  }

  async connectionStep(step: 'init' | 'try' | 'ack' | 'confirm', delayPeriod = 0n): Promise<Ran> {
    const { clientId, connectionId, other } = this;
    const counterparty = { clientId: other.clientId, connectionId: other.connectionId, prefix: PREFIX };
    const fresh = step === 'init' || step === 'try';
    const proofHeight = step === 'init' ? NEVER : await this.sync();
    const proof = step === 'init' ? EMPTY_BYTES : other.chain.proof(connectionKey(other.connectionId));
    const unused = {
      clientState: undefined,
      proofClient: EMPTY_BYTES,
      proofConsensus: EMPTY_BYTES,
      consensusHeight: NEVER,
      hostConsensusStateProof: EMPTY_BYTES,
    };
    const common = { proofHeight, signer: SIGNER };
    const { MsgConnectionOpenInit, MsgConnectionOpenTry, MsgConnectionOpenAck, MsgConnectionOpenConfirm } =
      connectionMessages;
    const run = (): Promise<Ran> => {
      if (step === 'init')
        return this.chain.run(MsgConnectionOpenInit, {
          clientId,
          counterparty: { ...counterparty, connectionId: '' },
          version: DEFAULT_VERSION,
          delayPeriod,
          signer: SIGNER,
        });
      if (step === 'try')
        return this.chain.run(MsgConnectionOpenTry, {
          ...unused,
          ...common,
          clientId,
          previousConnectionId: '',
          counterparty,
          delayPeriod,
          counterpartyVersions: [DEFAULT_VERSION],
          proofInit: proof,
        });
      if (step === 'ack')
        return this.chain.run(MsgConnectionOpenAck, {
          ...unused,
          ...common,
          connectionId,
          counterpartyConnectionId: other.connectionId,
          version: DEFAULT_VERSION,
          proofTry: proof,
        });
      return this.chain.run(MsgConnectionOpenConfirm, { ...common, connectionId, proofAck: proof });
    };
    const ran = await run();
    const name = eventsOf(ran.events ?? [], `connection_open_${step}`)[0]?.['connection_id'];
    if (fresh && name !== undefined) this.connectionId = name;
    return ran;
  }

  async channelStep(
    step: 'init' | 'try' | 'ack' | 'confirm',
    ordering: number = ORDER.unordered,
    version = VERSION,
  ): Promise<Ran> {
    const { channelId, connectionId, other } = this;
    const proofHeight = step === 'init' ? NEVER : await this.sync();
    const proof = step === 'init' ? EMPTY_BYTES : other.chain.proof(channelKey(PORT, other.channelId));
    const { MsgChannelOpenInit, MsgChannelOpenTry, MsgChannelOpenAck, MsgChannelOpenConfirm } = channelMessages;
    const at = { portId: PORT, channelId };
    const common = { proofHeight, signer: SIGNER };
    const channel = {
      state: step === 'init' ? CHANNEL_STATE.init : CHANNEL_STATE.tryOpen,
      ordering,
      counterparty: { portId: PORT, channelId: step === 'init' ? '' : other.channelId },
      connectionHops: [connectionId],
      version,
    };
    const run = (): Promise<Ran> => {
      if (step === 'init') return this.chain.run(MsgChannelOpenInit, { portId: PORT, channel, signer: SIGNER });
      if (step === 'try')
        return this.chain.run(MsgChannelOpenTry, {
          ...common,
          portId: PORT,
          previousChannelId: '',
          channel,
          counterpartyVersion: version,
          proofInit: proof,
        });
      if (step === 'ack')
        return this.chain.run(MsgChannelOpenAck, {
          ...common,
          ...at,
          counterpartyChannelId: other.channelId,
          counterpartyVersion: version,
          proofTry: proof,
        });
      return this.chain.run(MsgChannelOpenConfirm, { ...common, ...at, proofAck: proof });
    };
    const ran = await run();
    const name = eventsOf(ran.events ?? [], `channel_open_${step}`)[0]?.['channel_id'];
    if (name !== undefined) this.channelId = name;
    return ran;
  }

  /** Sends a packet in a separate block, and returns it. */
  async send(
    data: Bytes | string,
    timeout: Partial<Pick<Packet, 'timeoutHeight' | 'timeoutTimestamp'>> = {},
  ): Promise<Packet> {
    const sent = {
      portId: PORT,
      channelId: this.channelId,
      data: typeof data === 'string' ? utf8(data) : data,
      timeoutHeight: NEVER,
      timeoutTimestamp: timeout.timeoutHeight === undefined ? 1n << 62n : 0n,
      ...timeout,
    };
    const [outcome] = await this.chain.block([(context: MessageContextOf) => sendPacket(context, sent)]);
    if (outcome === undefined || !('result' in outcome)) throw new Error(outcome?.log);
    return {
      sequence: outcome.result,
      sourcePort: PORT,
      sourceChannel: this.channelId,
      destinationPort: PORT,
      destinationChannel: this.other.channelId,
      data: sent.data,
      timeoutHeight: sent.timeoutHeight,
      timeoutTimestamp: sent.timeoutTimestamp,
    };
  }

  async receive(packet: Packet, change: Partial<{ proofHeight: Height; proofCommitment: Bytes }> = {}): Promise<Ran> {
    const proofHeight = await this.sync();
    const key = packetKey('commitments', packet.sourcePort, packet.sourceChannel, packet.sequence);
    const proofCommitment = this.other.chain.proof(key);
    const message = { packet, proofCommitment, proofHeight, signer: SIGNER, ...change };
    return this.chain.run(packetMessages.MsgRecvPacket, message);
  }

  async acknowledge(packet: Packet, acknowledgement: Bytes): Promise<Ran> {
    const proofHeight = await this.sync();
    const key = packetKey('acks', packet.destinationPort, packet.destinationChannel, packet.sequence);
    const proofAcked = this.other.chain.proof(key);
    return this.chain.run(packetMessages.MsgAcknowledgement, {
      packet,
      acknowledgement,
      proofAcked,
      proofHeight,
      signer: SIGNER,
    });
  }

  #unreceived(packet: Packet): { readonly proofUnreceived: Bytes; readonly nextSequenceRecv: bigint } {
    const { chain } = this.other;
    const ordered = readChannel(chain.state.latest, PORT, this.other.channelId)?.ordering === ORDER.ordered;
    const key = ordered
      ? sequenceKey('nextSequenceRecv', PORT, this.other.channelId)
      : packetKey('receipts', PORT, this.other.channelId, packet.sequence);
    const next = readSequence(chain.state.latest, 'nextSequenceRecv', PORT, this.other.channelId) ?? 0n;
    return { proofUnreceived: chain.proof(key), nextSequenceRecv: next };
  }

  async timeOut(packet: Packet, seconds = 1n): Promise<Ran> {
    const proofHeight = await this.sync(seconds);
    return this.chain.run(packetMessages.MsgTimeout, {
      packet,
      ...this.#unreceived(packet),
      proofHeight,
      signer: SIGNER,
    });
  }

  async timeOutOnClose(packet: Packet): Promise<Ran> {
    const proofHeight = await this.sync();
    const proofClose = this.other.chain.proof(channelKey(PORT, this.other.channelId));
    const message = { packet, ...this.#unreceived(packet), proofClose, proofHeight, signer: SIGNER };
    return this.chain.run(packetMessages.MsgTimeoutOnClose, message);
  }

  connection() {
    return readConnection(this.chain.state.latest, this.connectionId);
  }

  channel() {
    return readChannel(this.chain.state.latest, PORT, this.channelId);
  }
}

type MessageContextOf = Parameters<typeof sendPacket>[0];

/** Opens two chains without clients. */
export async function aLink(): Promise<readonly [Side, Side]> {
  const [a, b] = [new Side(await IbcChain.open('left-1')), new Side(await IbcChain.open('right-2'))];
  a.other = b;
  b.other = a;
  await a.chain.block([]);
  for (let i = 0; i < 2; i++) await b.chain.block([]);
  return [a, b];
}

/** Opens two chains with clients of each other. */
export async function withClients(): Promise<readonly [Side, Side]> {
  const [a, b] = await aLink();
  good(await a.createClient());
  good(await b.createClient());
  return [a, b];
}

export async function withConnection(): Promise<readonly [Side, Side]> {
  const [a, b] = await withClients();
  good(await a.connectionStep('init'));
  good(await b.connectionStep('try'));
  good(await a.connectionStep('ack'));
  good(await b.connectionStep('confirm'));
  return [a, b];
}

export async function withChannel(ordering: number = ORDER.unordered): Promise<readonly [Side, Side]> {
  const [a, b] = await withConnection();
  good(await a.channelStep('init', ordering));
  good(await b.channelStep('try', ordering));
  good(await a.channelStep('ack', ordering));
  good(await b.channelStep('confirm', ordering));
  return [a, b];
}
