/** Replaces the chain while the devnet runs. */
import type { ForkTarget } from '../../../backend/evm/forked.js';
import { HalleyError } from '../../../kernel/errors.js';
import type { TakeHistory } from '../../state_files/taken_history.js';

export interface ChainReplacement {
  /** Replaces the chain with one on another fork, or with one that is not a fork if the target is undefined. */
  readonly replace: (target: ForkTarget | undefined) => Promise<void>;
  /**
   * Returns the function that replaces the chain with one that begins after the blocks of a state file; undefined where
   * the chain cannot be replaced.
   */
  readonly historyTaker: () => TakeHistory | undefined;
  /** Interrupts replacements that have not finished, and runs `reset` in their place. Their callers get its outcome. */
  readonly overtake: (reset: () => Promise<void>) => Promise<void>;
}

async function refuse(): Promise<never> {
  throw new HalleyError(
    'unavailable',
    'this chain cannot be replaced, because other chains of its devnet know of it: start a new devnet with the option fork',
  );
}

/** Refuses to replace a chain. */
export const NO_REPLACEMENT: ChainReplacement = {
  replace: refuse,
  historyTaker: () => undefined,
  overtake: (reset) => reset(),
};
