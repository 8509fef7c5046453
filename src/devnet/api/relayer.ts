/** What carries packets between a devnet's chains, as a program has it. */
import { HalleyError } from '../../kernel/errors.js';
import type { DropRule } from '../relaying/drops.js';
import type { Pending, Relayer } from '../relaying/relayer.js';
import { countingNumber } from './whole_number.js';

/**
 * The relayer between the chains of a devnet: it updates light clients, goes on with handshakes, and brings packets,
 * acknowledgements and timeouts to where they belong. In a devnet of one chain everything but `running` and `pending`
 * rejects with HalleyError `unavailable`.
 */
export interface DevnetRelayer {
  readonly running: boolean;
  /** Blocks that must stand above what is relayed; 0n. */
  readonly delay: bigint;
  /** Goes on with all that is undone, and with what failed before. */
  start(): Promise<void>;
  /** Nothing is relayed until it is started again, but by `step`. */
  stop(): Promise<void>;
  /** One pass over all chains, also while it is stopped; resolves to the number of messages that it sent. */
  step(): Promise<number>;
  /** So many blocks must stand above whatever is relayed from now on. */
  setDelay(blocks: bigint | number): Promise<void>;
  /** Loses packets or acknowledgements: the next ones that the rule means. */
  drop(rule: DropRule): Promise<void>;
  /** Resolves when nothing is left that can be done. Rejects with `unavailable` while it is stopped. */
  settled(): Promise<void>;
  /** What is still to be done, and what cannot be. */
  pending(): readonly Pending[];
}

export function relayerOf(relayer: Relayer | undefined): DevnetRelayer {
  const there = (): Relayer => {
    if (relayer !== undefined) return relayer;
    throw new HalleyError('unavailable', 'this devnet has no relayer: it holds one chain alone');
  };
  return {
    get running() {
      return relayer?.running ?? false;
    },
    get delay() {
      return relayer?.delay ?? 0n;
    },
    start: async () => there().start(),
    stop: async () => there().stop(),
    step: async () => there().step(),
    setDelay: async (blocks) => there().setDelay(countingNumber('blocks', blocks)),
    drop: async (rule) => there().drop(rule),
    settled: async () => there().settled(),
    pending: () => relayer?.pending() ?? [],
  };
}
