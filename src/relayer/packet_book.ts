/**
 * Finds data of which chains store only the hashes: packets that were sent, and acknowledgements that were written.
 * Events of the blocks contain them (ibc-go v10 `modules/core/04-channel/keeper/events.go`). New blocks are read as
 * they come. Older blocks are read, back to the first one, when unknown data is requested, so a relayer that was
 * offline needs no storage of its own.
 */
import type { Event } from '../abci/application.js';
import type { Packet } from '../codec/ibc/channel.js';
import * as v2 from '../codec/ibc/v2.js';
import { type Bytes, equalBytes } from '../kernel/bytes.js';
import { sha256 } from '../kernel/hash.js';
import { tryFromHex } from '../kernel/hex.js';
import { EMPTY_RELAYER_GENESIS, type RelayerGenesis } from './genesis.js';
import { packetCommitment } from './paths.js';
import type { PacketSource } from './types.js';

interface Page {
  /** First height that was read; `to` is the last one. */
  from: bigint;
  to: bigint;
  /** Packets by channel and sequence. `acknowledged` has the acknowledgements in the same way. */
  readonly sent: Map<string, Map<bigint, Packet>>;
  /** Packets of IBC v2, by the client that sent them. Their acknowledgements are under the client that received them. */
  readonly sentV2: Map<string, Map<bigint, v2.Packet>>;
  readonly acknowledged: Map<string, Map<bigint, Bytes>>;
}

export class PacketBook {
  readonly #pages = new Map<string, Page>();

  /** `genesis` has the packets and acknowledgements from before the chains' first blocks. */
  constructor(private readonly genesis: RelayerGenesis = EMPTY_RELAYER_GENESIS) {}

  /** Returns the packet with this commitment, or undefined when no retained block contains it. */
  packet(chain: PacketSource, port: string, channel: string, sequence: bigint, commitment: Bytes): Packet | undefined {
    return this.#find(chain, (page) => {
      const packet = page.sent.get(`${port}/${channel}`)?.get(sequence);
      if (packet === undefined) return undefined;
      const { timeoutTimestamp, timeoutHeight, data } = packet;
      return equalBytes(packetCommitment(timeoutTimestamp, timeoutHeight, data), commitment) ? packet : undefined;
    });
  }

  /**
   * Returns the acknowledgement with this hash, by the receiver's channel, or undefined when no retained block contains
   * it.
   */
  acknowledgement(
    chain: PacketSource,
    port: string,
    channel: string,
    sequence: bigint,
    hash: Bytes,
  ): Bytes | undefined {
    return this.#find(chain, (page) => {
      const found = page.acknowledged.get(`${port}/${channel}`)?.get(sequence);
      return found !== undefined && equalBytes(sha256(found), hash) ? found : undefined;
    });
  }

  /** Returns the packet of a client with this commitment, as `packet` does. */
  packetV2(chain: PacketSource, clientId: string, sequence: bigint, commitment: Bytes): v2.Packet | undefined {
    return this.#find(chain, (page) => {
      const packet = page.sentV2.get(clientId)?.get(sequence);
      return packet !== undefined && equalBytes(v2.packetCommitment(packet), commitment) ? packet : undefined;
    });
  }

  /** Returns the acknowledgement with this hash, by the receiver's client, as `acknowledgement` does. */
  acknowledgementV2(
    chain: PacketSource,
    clientId: string,
    sequence: bigint,
    hash: Bytes,
  ): v2.Acknowledgement | undefined {
    return this.#find(chain, (page) => {
      const found = page.acknowledged.get(clientId)?.get(sequence);
      const decoded = found && v2.Acknowledgement.decode(found);
      return decoded && equalBytes(v2.acknowledgementCommitment(decoded), hash) ? decoded : undefined;
    });
  }

  /**
   * Drops all packets of a channel or client except those of `open`, which are still in flight. `theirChannel` is the
   * receiver's end, on the other chain.
   */
  keep(
    sender: PacketSource,
    channel: string,
    receiver: PacketSource,
    theirChannel: string,
    open: readonly bigint[],
  ): void {
    const retained = new Set(open);
    for (const map of [
      this.#pages.get(sender.id)?.sent.get(channel),
      this.#pages.get(sender.id)?.sentV2.get(channel),
      this.#pages.get(receiver.id)?.acknowledged.get(theirChannel),
    ])
      if (map !== undefined && map.size > retained.size)
        for (const sequence of map.keys()) if (!retained.has(sequence)) map.delete(sequence);
  }

  /** Clears the book. It is called after chains were reverted. */
  forget(): void {
    this.#pages.clear();
  }

  #find<T>(chain: PacketSource, look: (page: Page) => T | undefined): T | undefined {
    const page = this.#pageOf(chain);
    const found = look(page);
    if (found !== undefined) return found;
    while (page.from > chain.base) {
      page.from -= 1n;
      note(page, chain.events(page.from));
      const older = look(page);
      if (older !== undefined) return older;
    }
    return undefined;
  }

  #pageOf(chain: PacketSource): Page {
    const { height } = chain;
    let page = this.#pages.get(chain.id);
    if (page === undefined || page.to > height) {
      page = { from: height + 1n, to: height, sent: new Map(), sentV2: new Map(), acknowledged: new Map() };
      this.#begin(chain.id, page);
      this.#pages.set(chain.id, page);
    }
    while (page.to < height) {
      page.to += 1n;
      note(page, chain.events(page.to));
    }
    return page;
  }

  #begin(id: string, { sent, sentV2, acknowledged }: Page): void {
    for (const { chain, packet } of this.genesis.packets)
      if (chain === id) put(sent, `${packet.sourcePort}/${packet.sourceChannel}`, packet.sequence, packet);
    for (const { chain, packet } of this.genesis.packetsV2)
      if (chain === id) put(sentV2, packet.sourceClient, packet.sequence, packet);
    for (const { chain, port, channel, sequence, acknowledgement } of this.genesis.acknowledgements)
      if (chain === id) put(acknowledged, port === '' ? channel : `${port}/${channel}`, sequence, acknowledgement);
  }
}

function note(page: Page, events: Iterable<Event>): void {
  for (const { type, attributes } of events) {
    if (type !== 'send_packet' && type !== 'write_acknowledgement') continue;
    const values = new Map(attributes.map(({ key, value }) => [key, value]));
    if (values.has('encoded_packet_hex')) {
      noteV2(page, values);
      continue;
    }
    const packet = packetOf(values);
    if (packet === undefined) continue;
    if (type === 'send_packet') put(page.sent, `${packet.sourcePort}/${packet.sourceChannel}`, packet.sequence, packet);
    const acknowledgement = tryFromHex(attributes.find(({ key }) => key === 'packet_ack_hex')?.value ?? '');
    if (type === 'write_acknowledgement' && acknowledgement !== undefined)
      put(
        page.acknowledged,
        `${packet.destinationPort}/${packet.destinationChannel}`,
        packet.sequence,
        acknowledgement,
      );
  }
}

/** Notes a packet of IBC v2, or its acknowledgement. Only core IBC emits such events. */
function noteV2(page: Page, values: ReadonlyMap<string, string>): void {
  const encoded = tryFromHex(values.get('encoded_packet_hex') ?? '');
  const acknowledgement = tryFromHex(values.get('encoded_acknowledgement_hex') ?? '');
  if (encoded === undefined) return;
  const packet = v2.Packet.decode(encoded);
  if (!values.has('encoded_acknowledgement_hex')) put(page.sentV2, packet.sourceClient, packet.sequence, packet);
  else if (acknowledgement !== undefined)
    put(page.acknowledged, packet.destinationClient, packet.sequence, acknowledgement);
}

function put<T>(maps: Map<string, Map<bigint, T>>, channel: string, sequence: bigint, value: T): void {
  const map = maps.get(channel);
  if (map === undefined) maps.set(channel, new Map([[sequence, value]]));
  else map.set(sequence, value);
}

/** Returns the packet of an event, or undefined when the event has another form. */
function packetOf(attributes: ReadonlyMap<string, string>): Packet | undefined {
  const data = tryFromHex(attributes.get('packet_data_hex') ?? '');
  const height = /^(\d+)-(\d+)$/.exec(attributes.get('packet_timeout_height') ?? '');
  const sequence = attributes.get('packet_sequence') ?? '';
  if (data === undefined || height === null || !/^\d+$/.test(sequence)) return undefined;
  return {
    sequence: BigInt(sequence),
    sourcePort: attributes.get('packet_src_port') ?? '',
    sourceChannel: attributes.get('packet_src_channel') ?? '',
    destinationPort: attributes.get('packet_dst_port') ?? '',
    destinationChannel: attributes.get('packet_dst_channel') ?? '',
    data,
    timeoutHeight: { revisionNumber: BigInt(height[1] as string), revisionHeight: BigInt(height[2] as string) },
    timeoutTimestamp: BigInt(attributes.get('packet_timeout_timestamp') || '0'),
  };
}
