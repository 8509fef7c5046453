/**
 * Opens and closes channels while the devnet runs. Channels are opened by messages and handshakes with proofs, as those
 * of a plan are, and closed by a dev transaction. Each is one command, during which no other command runs on any chain.
 */
import type { ChainSlot } from '../../backend/chain_slot.js';
import { MsgCloseChannel } from '../../codec/dev/ibc.js';
import { CHANNEL_STATE, ORDER } from '../../codec/ibc/channel.js';
import { MsgChannelOpenInit } from '../../codec/ibc/channel_messages.js';
import { DEFAULT_VERSION, MsgConnectionOpenInit } from '../../codec/ibc/connection.js';
import { TRANSFER_PORT } from '../../codec/ibc/transfer.js';
import { MsgRegisterCounterparty } from '../../codec/ibc/v2.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { utf8 } from '../../kernel/text.js';
import { createClient, hasRecentHeader, usableClient } from '../../relayer/clients.js';
import { anyOf } from '../../relayer/message_of.js';
import { readChannel, readConnection, readConnections } from '../../relayer/read.js';
import { type Members, object, oneOf, optionsOf, text, where } from '../../settings/reader.js';
import type { ChainNode } from '../chain_node.js';
import type { RelayedChain } from '../relaying/relayed_chain.js';
import type { Relayer } from '../relaying/relayer.js';
import type { CommandQueue } from '../runtime/command_queue.js';

export interface ChannelTerms {
  /** End that starts the handshake. The default of `port` is `transfer`. */
  readonly a: { readonly chain: string; readonly port?: string };
  readonly b: { readonly chain: string; readonly port?: string };
  /** Order of packets. The default is `unordered`. */
  readonly ordering?: 'unordered' | 'ordered';
  /** Version. The default is `ics20-1`. */
  readonly version?: string;
  /**
   * Version of IBC. The default is 1. With 2, new light clients become counterparties, and their ids take the place of
   * channels; `port`, `ordering` and `version` do not apply.
   */
  readonly ibcVersion?: 1 | 2;
}

export interface OpenedEnd {
  readonly chain: string;
  readonly port: string;
  /** Channel, or with IBC v2 the client. */
  readonly channel: string;
  /** Connection; empty with IBC v2. */
  readonly connection: string;
}

export interface OpenedChannel {
  readonly a: OpenedEnd;
  readonly b: OpenedEnd;
}

export interface ClosedEnd {
  /** Id of the chain. The default is the devnet's own chain. */
  readonly chain?: string;
  /** Port. The default is `transfer`. */
  readonly port?: string;
  readonly channel: string;
}

const END = object<ChannelTerms['a']>({ chain: text, port: text }, { required: ['chain'] });
const TERMS = {
  a: END,
  b: END,
  ordering: oneOf('unordered', 'ordered'),
  version: text,
  ibcVersion: where<1 | 2>((value) => value === 1 || value === 2, '1 or 2'),
} satisfies Members<ChannelTerms>;
const readChannelTerms = optionsOf<ChannelTerms>('openChannel', TERMS, ['a', 'b']);

const CLOSED_END = { chain: text, port: text, channel: text } satisfies Members<ClosedEnd>;
const readClosedEnd = optionsOf<ClosedEnd>('closeChannel', CLOSED_END, ['channel']);

/** Refuses terms that clients do not have. Throws HalleyError `invalid-argument`. */
function checkTermsV2({ a, b, ordering, version }: ChannelTerms): void {
  const given = { port: a.port ?? b.port, ordering, version };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined)
      throw new HalleyError(
        'invalid-argument',
        `openChannel: ${name} is ${JSON.stringify(value)}, expected none with ibcVersion 2`,
      );
}

export class ChannelControl {
  constructor(
    private readonly slot: ChainSlot<ChainNode>,
    /** All chains; empty in a devnet of one chain. */
    private readonly chains: ReadonlyMap<string, RelayedChain>,
    private readonly relayer: Relayer | undefined,
    private readonly commandQueue: CommandQueue,
  ) {}

  /**
   * Opens a channel over a connection of the two chains, or over a new one with new light clients. With IBC v2 it makes
   * clients that are counterparties instead. It works in every mining mode, also while the relayer is stopped. Throws
   * HalleyError: `invalid-argument`, `not-found` for an unknown chain, `conflict` when a chain refuses, `unavailable` in
   * a devnet of one chain, or when no block can be decided.
   */
  async open(given: ChannelTerms): Promise<OpenedChannel> {
    const { relayer } = this;
    const terms = readChannelTerms(given);
    if (relayer === undefined)
      throw new HalleyError('unavailable', 'no channel can be opened: this devnet holds one chain alone');
    const [a, b] = [this.#chain(terms.a.chain), this.#chain(terms.b.chain)];
    if (a === b)
      throw new HalleyError('invalid-argument', `both ends of the channel are on "${a.id}", expected two chains`);
    if (terms.ibcVersion === 2) {
      checkTermsV2(terms);
      return this.commandQueue.run(() => this.#link(a, b));
    }
    return this.commandQueue.run(async () => {
      await relayer.refreshBetween(a.id, b.id);
      const connection = this.#connectionOf(a, b) ?? (await this.#connect(a, b, relayer));
      const { port = TRANSFER_PORT } = terms.a;
      const channel = await a.make('channel_open_init', 'channel_id', [
        anyOf(MsgChannelOpenInit, {
          portId: port,
          channel: {
            state: CHANNEL_STATE.init,
            ordering: ORDER[terms.ordering ?? 'unordered'],
            counterparty: { portId: terms.b.port ?? TRANSFER_PORT, channelId: '' },
            connectionHops: [connection],
            version: terms.version ?? 'ics20-1',
          },
          signer: a.account.bech32,
        }),
      ]);
      await relayer.shakeHands(a.id, b.id);
      const end = readChannel(a.port.at(a.port.height), port, channel);
      const there = end && readChannel(b.port.at(b.port.height), end.counterparty.portId, end.counterparty.channelId);
      if (end?.state !== CHANNEL_STATE.open || there?.state !== CHANNEL_STATE.open)
        throw this.#unfinished(relayer, `${port}/${channel} of "${a.id}"`, a, b);
      const { portId, channelId } = end.counterparty;
      return {
        a: { chain: a.id, port, channel, connection },
        b: { chain: b.id, port: portId, channel: channelId, connection: there.connectionHops[0] ?? '' },
      };
    });
  }

  /**
   * Closes one end, and makes a block for it; the relayer then closes the other end. Throws HalleyError:
   * `invalid-argument`, `not-found`, `conflict` for a closed channel, `unavailable` when no block can be decided.
   */
  async close(end: ClosedEnd): Promise<void> {
    const own = this.slot.now;
    const { chain = own.chain.genesis.chainId, port = TRANSFER_PORT, channel } = readClosedEnd(end);
    const node = chain === own.chain.genesis.chainId ? own : this.#chain(chain).node;
    await node.devTxSender.sendDevTxAndMine(MsgCloseChannel, () => ({ portId: port, channelId: channel }));
  }

  /** Returns the first connection that is open and whose light clients are active. */
  #connectionOf(a: RelayedChain, b: RelayedChain): string | undefined {
    const [here, there] = [a.port.at(a.port.height), b.port.at(b.port.height)];
    return readConnections(here).find(({ end }) => {
      const other = readConnection(there, end.counterparty.connectionId);
      return (
        end.state === CHANNEL_STATE.open &&
        other?.state === CHANNEL_STATE.open &&
        usableClient(a.port, here, end.clientId)?.chainId === b.id &&
        usableClient(b.port, there, other.clientId)?.chainId === a.id
      );
    })?.id;
  }

  /** Makes a light client on each chain, and returns their ids. */
  async #createClients(a: RelayedChain, b: RelayedChain): Promise<readonly [onA: string, onB: string]> {
    // A client with an old header would expire at once, or soon.
    for (const [on, of] of [
      [a, b],
      [b, a],
    ] as const)
      if (!hasRecentHeader(on.port, of.port) && !(await of.produce())) throw of.stalled;
    const clientOn = (on: RelayedChain, of: RelayedChain): Promise<string> =>
      on.make('create_client', 'client_id', [createClient(on.port, of.port)]);
    return [await clientOn(a, b), await clientOn(b, a)];
  }

  /** Makes light clients of each other that are counterparties (IBC v2). */
  async #link(a: RelayedChain, b: RelayedChain): Promise<OpenedChannel> {
    const [onA, onB] = await this.#createClients(a, b);
    const register = (chain: RelayedChain, clientId: string, counterpartyClientId: string) =>
      chain.transact([
        anyOf(MsgRegisterCounterparty, {
          clientId,
          counterpartyMerklePrefix: [utf8('ibc'), EMPTY_BYTES],
          counterpartyClientId,
          signer: chain.account.bech32,
        }),
      ]);
    await register(a, onA, onB);
    await register(b, onB, onA);
    const end = (chain: RelayedChain, channel: string) => ({
      chain: chain.id,
      port: TRANSFER_PORT,
      channel,
      connection: '',
    });
    return { a: end(a, onA), b: end(b, onB) };
  }

  async #connect(a: RelayedChain, b: RelayedChain, relayer: Relayer): Promise<string> {
    const [clientId, theirs] = await this.#createClients(a, b);
    const connection = await a.make('connection_open_init', 'connection_id', [
      anyOf(MsgConnectionOpenInit, {
        clientId,
        counterparty: { clientId: theirs, connectionId: '', prefix: { keyPrefix: utf8('ibc') } },
        version: DEFAULT_VERSION,
        delayPeriod: 0n,
        signer: a.account.bech32,
      }),
    ]);
    await relayer.shakeHands(a.id, b.id);
    const isOpen = readConnection(a.port.at(a.port.height), connection)?.state === CHANNEL_STATE.open;
    if (!isOpen) throw this.#unfinished(relayer, `${connection} of "${a.id}"`, a, b);
    return connection;
  }

  #unfinished(relayer: Relayer, what: string, a: RelayedChain, b: RelayedChain): HalleyError {
    const why = relayer.pending().find(({ chain, from, failure }) => {
      const pair = [a.id, b.id];
      return failure !== undefined && pair.includes(chain) && pair.includes(from);
    });
    return new HalleyError(
      'conflict',
      `the handshake of ${what} did not end: ${why?.failure ?? 'no block was decided'}`,
    );
  }

  #chain(id: string): RelayedChain {
    const chain = this.chains.get(id);
    if (chain !== undefined) return chain;
    const ids = this.chains.size > 0 ? [...this.chains.keys()] : [this.slot.now.chain.genesis.chainId];
    throw new HalleyError('not-found', `there is no chain ${JSON.stringify(id)}: this devnet has ${ids.join(', ')}`, {
      chainId: id,
    });
  }
}
