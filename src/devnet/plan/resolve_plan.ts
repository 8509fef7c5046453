/** Gives a number to every client, connection and channel of a plan. Those without a name get the next free numbers. */
import { HalleyError } from '../../kernel/errors.js';
import type { NetworkPlan, PlannedChannel, PlannedEnd } from './network_plan.js';

export interface ResolvedEnd {
  readonly chain: string;
  readonly port: string;
  /** Numbers of `07-tendermint-N`, `connection-N` and `channel-N`. */
  readonly client: number;
  readonly connection: number;
  readonly channel: number;
}

export interface ResolvedChannel extends Omit<PlannedChannel, 'a' | 'b'> {
  readonly a: ResolvedEnd;
  readonly b: ResolvedEnd;
}

export const clientIdOf = ({ client }: ResolvedEnd): string => `07-tendermint-${client}`;
export const connectionIdOf = ({ connection }: ResolvedEnd): string => `connection-${connection}`;
export const channelIdOf = ({ channel }: ResolvedEnd): string => `channel-${channel}`;

const FORMS = {
  client: /^07-tendermint-(\d{1,9})$/,
  connection: /^connection-(\d{1,9})$/,
  channel: /^channel-(\d{1,9})$/,
};
type Kind = keyof typeof FORMS;

const bad = (message: string): HalleyError => new HalleyError('invalid-genesis', `halley.network: ${message}`);

/**
 * Resolves the channels. Throws HalleyError `invalid-genesis` for an unknown chain, and for numbers that contradict
 * each other.
 */
export function resolvePlan(
  { channels }: Pick<NetworkPlan, 'channels'>,
  chains: ReadonlySet<string>,
): readonly ResolvedChannel[] {
  const numbers = new Numbers();
  for (const { a, b } of channels) {
    for (const end of [a, b]) {
      if (!chains.has(end.chain))
        throw bad(`a channel ends on "${end.chain}", expected one of the chains ${[...chains].join(', ')}`);
      for (const kind of ['client', 'connection', 'channel'] as const) numbers.take(end, kind);
    }
    if (a.chain === b.chain) throw bad(`both ends of a channel are on "${a.chain}", expected two chains`);
  }
  const connections = new Map<string, readonly [Pair, Pair]>();
  const resolved = channels.map((channel) => {
    const { a, b } = channel;
    const name = `${a.chain} ${a.connection ?? ''} ${b.chain} ${b.connection ?? ''}`;
    const mirrored = `${b.chain} ${b.connection ?? ''} ${a.chain} ${a.connection ?? ''}`;
    const known = connections.get(name) ?? flipped(connections.get(mirrored));
    const [pairA, pairB] = known ?? [numbers.pair(a), numbers.pair(b)];
    if (known === undefined) connections.set(name, [pairA, pairB]);
    return {
      ...channel,
      a: { chain: a.chain, port: a.port ?? 'transfer', ...pairA, channel: numbers.of(a, 'channel') },
      b: { chain: b.chain, port: b.port ?? 'transfer', ...pairB, channel: numbers.of(b, 'channel') },
    };
  });
  refuseRepeated(resolved);
  return resolved;
}

interface Pair {
  readonly client: number;
  readonly connection: number;
}

const flipped = (pair: readonly [Pair, Pair] | undefined): readonly [Pair, Pair] | undefined =>
  pair && [pair[1], pair[0]];

function refuseRepeated(channels: readonly ResolvedChannel[]): void {
  const seen = new Set<string>();
  for (const { a, b } of channels)
    for (const { chain, channel } of [a, b]) {
      const name = `channel-${channel} of "${chain}"`;
      if (seen.has(name)) throw bad(`there are two channels ${name}, expected different numbers`);
      seen.add(name);
    }
}

class Numbers {
  readonly #taken = new Map<string, Set<number>>();

  take(end: PlannedEnd, kind: Kind): void {
    const number = numberOf(end, kind);
    if (number !== undefined) this.#of(end.chain, kind).add(number);
  }

  of(end: PlannedEnd, kind: Kind): number {
    const given = numberOf(end, kind);
    if (given !== undefined) return given;
    const taken = this.#of(end.chain, kind);
    let free = 0;
    while (taken.has(free)) free++;
    taken.add(free);
    return free;
  }

  pair(end: PlannedEnd): Pair {
    return { client: this.of(end, 'client'), connection: this.of(end, 'connection') };
  }

  #of(chain: string, kind: Kind): Set<number> {
    const name = `${chain} ${kind}`;
    let taken = this.#taken.get(name);
    if (taken === undefined) {
      taken = new Set();
      this.#taken.set(name, taken);
    }
    return taken;
  }
}

function numberOf(end: PlannedEnd, kind: Kind): number | undefined {
  const text = end[kind];
  if (text === undefined) return undefined;
  const match = FORMS[kind].exec(text);
  if (match !== null) return Number(match[1]);
  throw bad(
    `the ${kind} of an end on "${end.chain}" is ${JSON.stringify(text)}, expected the form ${FORMS[kind].source}`,
  );
}
