/**
 * Carries out the plan of a devnet. Light clients, connections and channels are made by their messages and handshakes;
 * tokens are sent and relayed. Each chain verifies every proof that it receives. Existing objects are not made again,
 * so an interrupted setup continues after a restart.
 */
import type { Any } from '../../codec/cosmos/base.js';
import { MsgAddBalance } from '../../codec/dev/accounts.js';
import { MsgSetIbcSequences } from '../../codec/dev/ibc.js';
import { CHANNEL_STATE, ORDER } from '../../codec/ibc/channel.js';
import { MsgChannelOpenInit } from '../../codec/ibc/channel_messages.js';
import { DEFAULT_VERSION, MsgConnectionOpenInit } from '../../codec/ibc/connection.js';
import { bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError, invariant } from '../../kernel/errors.js';
import { utf8 } from '../../kernel/text.js';
import { NANOS_PER_SECOND } from '../../kernel/time.js';
import { createClient } from '../../relayer/clients.js';
import { anyOf } from '../../relayer/message_of.js';
import type { Task } from '../../relayer/task.js';
import {
  channelIdOf,
  clientIdOf,
  connectionIdOf,
  type ResolvedChannel,
  type ResolvedEnd,
} from '../plan/resolve_plan.js';
import type { RelayedChain } from '../relaying/relayed_chain.js';
import type { Relayer } from '../relaying/relayer.js';
import { channelAt, clientAt, connectionAt } from './planned_ends.js';

/** Balance of a relayer account, enough for any number of messages. */
const RELAYER_BALANCE = 10n ** 27n;
/** Trusting period of a client that must have expired when the devnet is ready. */
export const SHORT_TRUST = 600n * NANOS_PER_SECOND;
/** Gas that suffices for each message that creates an object. */
const GAS_EACH = 500_000n;

interface Wanted {
  readonly number: number;
  readonly message: Any;
}

type NumberedKind = 'client' | 'connection' | 'channel';

const SEQUENCE_KEYS: Readonly<Record<NumberedKind, Uint8Array>> = {
  client: utf8('nextClientSequence'),
  connection: utf8('nextConnectionSequence'),
  channel: utf8('nextChannelSequence'),
};

/** Returns the first items whose numbers follow each other, sorted by number: as many as one block can make. */
function firstRun<T extends { readonly number: number }>(items: readonly T[]): readonly T[] {
  const sorted = [...items].sort((a, b) => a.number - b.number);
  const end = sorted.findIndex(({ number }, index) => number !== (sorted[0] as T).number + index);
  return end < 0 ? sorted : sorted.slice(0, end);
}

/**
 * Gives the next client, connection and channel the numbers of the plan: a dev transaction sets the chain's next
 * numbers.
 */
async function makeNext({ node, port }: RelayedChain, wanted: Partial<Record<NumberedKind, number>>): Promise<void> {
  const view = port.at(port.height);
  const next = (kind: NumberedKind): bigint => bytesToBigint(view.get(SEQUENCE_KEYS[kind]) ?? EMPTY_BYTES);
  const of = (kind: NumberedKind): bigint => BigInt(wanted[kind] ?? next(kind));
  const value = {
    nextClientSequence: of('client'),
    nextConnectionSequence: of('connection'),
    nextChannelSequence: of('channel'),
  };
  const isSo = (['client', 'connection', 'channel'] as const).every((kind) => of(kind) === next(kind));
  if (!isSo) await node.devTxSender.sendDevTx(MsgSetIbcSequences, value);
}

export class NetworkSetup {
  constructor(
    private readonly channels: readonly ResolvedChannel[],
    private readonly chains: ReadonlyMap<string, RelayedChain>,
    private readonly relayer: Relayer,
  ) {}

  /** Whether the relayer accounts have funds, and the channels are as the plan requires. */
  get isDone(): boolean {
    return (
      [...this.chains.values()].every(isFunded) &&
      this.channels.every(({ a, b, goal }) => {
        const [here, there] = [this.#channelState(a), this.#channelState(b)];
        const { init, tryOpen, closed } = CHANNEL_STATE;
        if (goal === 'tryopen') return here === init && there === tryOpen;
        if (goal === 'closed') return here === closed && there === closed;
        return (here ?? init) > tryOpen && (there ?? init) > tryOpen;
      })
    );
  }

  async fund(): Promise<void> {
    for (const chain of this.chains.values()) {
      if (isFunded(chain)) continue;
      const { address } = chain.account;
      await chain.node.devTxSender.sendDevTx(MsgAddBalance, { address, amount: RELAYER_BALANCE });
      await chain.produce();
    }
  }

  /** Makes everything up to open channels, or up to where the plan stops their handshakes. */
  async openChannels(): Promise<void> {
    await this.#createClients();
    await this.#make('connection', ({ a, b }) =>
      connectionAt(this.#chain(a), a) === undefined
        ? anyOf(MsgConnectionOpenInit, {
            clientId: clientIdOf(a),
            counterparty: { clientId: clientIdOf(b), connectionId: '', prefix: { keyPrefix: utf8('ibc') } },
            version: DEFAULT_VERSION,
            delayPeriod: 0n,
            signer: this.#chain(a).account.bech32,
          })
        : undefined,
    );
    await this.relayer.finish((chain, tasks) => this.#select(chain, tasks));
    await this.#make('channel', ({ a, b, ordering = 'unordered', version = 'ics20-1' }) =>
      channelAt(this.#chain(a), a) === undefined
        ? anyOf(MsgChannelOpenInit, {
            portId: a.port,
            channel: {
              state: CHANNEL_STATE.init,
              ordering: ORDER[ordering],
              counterparty: { portId: b.port, channelId: '' },
              connectionHops: [connectionIdOf(a)],
              version,
            },
            signer: this.#chain(a).account.bech32,
          })
        : undefined,
    );
    await this.relayer.finish((chain, tasks) => this.#select(chain, tasks));
  }

  /** Gives later objects numbers above those of the plan. */
  async leaveNumbers(): Promise<void> {
    for (const chain of this.chains.values()) {
      const ends = this.channels.flatMap(({ a, b }) => [a, b]).filter((end) => end.chain === chain.id);
      if (ends.length === 0) continue;
      const after = (kind: NumberedKind): number => Math.max(...ends.map((end) => end[kind])) + 1;
      await makeNext(chain, { client: after('client'), connection: after('connection'), channel: after('channel') });
    }
  }

  /**
   * Returns the steps that the relayer must leave out: those after the end of a handshake that the plan leaves
   * unfinished.
   */
  static leftSteps(channels: readonly ResolvedChannel[]): ReadonlySet<string> {
    return new Set(
      channels
        .filter(({ goal }) => goal === 'tryopen')
        .map(({ a, b }) => `ack ${b.chain} ${b.port}/${channelIdOf(b)} ${a.chain}`),
    );
  }

  async #createClients(): Promise<void> {
    for (const chain of this.chains.values()) {
      const wanted = new Map<number, Wanted>();
      for (const { a, b, expired } of this.channels)
        for (const [end, other, isShort] of [
          [a, b, expired === 'a'],
          [b, a, expired === 'b'],
        ] as const) {
          if (end.chain !== chain.id || clientAt(chain, end) !== undefined) continue;
          const before = wanted.has(end.client);
          if (before && !isShort) continue;
          const message = createClient(chain.port, this.#chain(other).port, isShort ? SHORT_TRUST : undefined);
          wanted.set(end.client, { number: end.client, message });
        }
      await this.#create(chain, 'client', [...wanted.values()]);
    }
  }

  /** Creates the objects at the channels' ends `a`. */
  async #make(kind: 'connection' | 'channel', message: (channel: ResolvedChannel) => Any | undefined): Promise<void> {
    for (const chain of this.chains.values()) {
      const wanted = new Map<number, Wanted>();
      for (const channel of this.channels) {
        const number = channel.a[kind];
        const made = channel.a.chain === chain.id && !wanted.has(number) ? message(channel) : undefined;
        if (made !== undefined) wanted.set(number, { number, message: made });
      }
      await this.#create(chain, kind, [...wanted.values()]);
    }
  }

  async #create(chain: RelayedChain, kind: NumberedKind, wanted: readonly Wanted[]): Promise<void> {
    for (let left = wanted; left.length > 0; ) {
      const run = firstRun(left);
      await makeNext(chain, { [kind]: (run[0] as Wanted).number });
      const gas = GAS_EACH * BigInt(run.length);
      const failed = await chain.send([{ messages: run.map(({ message }) => message), tasks: [], gas }]);
      await chain.produce();
      const [failure] = [...failed, ...chain.settle()];
      if (failure !== undefined)
        throw new HalleyError(
          'invalid-genesis',
          `halley.network: a ${kind} cannot be created on "${chain.id}": ${failure.why}`,
        );
      left = left.filter((item) => !run.includes(item));
    }
  }

  /** Selects those tasks of a chain whose results get the numbers of the plan. */
  async #select(chain: RelayedChain, tasks: readonly Task[]): Promise<readonly Task[]> {
    const tries = tasks.filter(({ name }) => name.startsWith('try '));
    const others = tasks.filter((task) => !tries.includes(task));
    const runs = (['connection', 'channel'] as const).map((kind) => ({
      kind,
      run: firstRun(
        tries.filter((task) => task.kind === kind).map((task) => ({ task, number: this.#numberOf(kind, task) })),
      ),
    }));
    await makeNext(
      chain,
      Object.fromEntries(runs.filter(({ run }) => run.length > 0).map(({ kind, run }) => [kind, run[0]?.number])),
    );
    return [...others, ...runs.flatMap(({ run }) => run.map(({ task }) => task))];
  }

  #numberOf(kind: 'connection' | 'channel', { name }: Task): number {
    const found = this.channels.find(({ a, b }) =>
      kind === 'connection'
        ? name === `try ${a.chain} ${connectionIdOf(a)} ${b.chain}`
        : name === `try ${a.chain} ${a.port}/${channelIdOf(a)} ${b.chain}`,
    );
    return found?.b[kind] ?? Number.MAX_SAFE_INTEGER;
  }

  #channelState(end: ResolvedEnd): number | undefined {
    return channelAt(this.#chain(end), end)?.state;
  }

  #chain({ chain }: ResolvedEnd): RelayedChain {
    const found = this.chains.get(chain);
    invariant(found !== undefined, `the plan's chain ${chain} is open`);
    return found;
  }
}

const isFunded = ({ node, account }: RelayedChain): boolean =>
  (node.chain.state.latest.account(account.address)?.balance ?? 0n) > 0n;
