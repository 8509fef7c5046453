/** Gives programs access to the relayer of a devnet. */
import { HalleyError } from '../../kernel/errors.js';
import type { DropRule } from '../relaying/drops.js';
import type { Pending, Relayer } from '../relaying/relayer.js';
import { countingNumber } from './whole_number.js';

/**
 * Controls the relayer between the chains of a devnet. It updates light clients, continues handshakes, and relays
 * packets, acknowledgements and timeouts. In a devnet of one chain everything except `running`, `delay` and `pending`
 * rejects with HalleyError `unavailable`.
 */
export interface DevnetRelayer {
  readonly running: boolean;
  /** Blocks that must follow before something is relayed. It is 0n at the start. */
  readonly delay: bigint;
  /** Starts the relayer, which continues unfinished work, and tries again what failed. */
  start(): Promise<void>;
  /** Stops the relayer. Only `step` relays until it is started again. */
  stop(): Promise<void>;
  /** Makes one pass over all chains, also while it is stopped. Resolves to the number of messages that it sent. */
  step(): Promise<number>;
  /** Sets how many blocks must follow before something is relayed. */
  setDelay(blocks: bigint | number): Promise<void>;
  /** Makes the relayer lose the next packets or acknowledgements that match the rule. */
  drop(rule: DropRule): Promise<void>;
  /** Resolves when the relayer can do nothing more. Rejects with `unavailable` while it is stopped. */
  settled(): Promise<void>;
  /** Returns the work that is still to be done, and the work that failed. */
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
