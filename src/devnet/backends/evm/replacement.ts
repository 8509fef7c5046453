/** Replaces the chain while the devnet runs. */
import type { ForkTarget } from '../../../backend/evm/forked.js';
import { HalleyError } from '../../../kernel/errors.js';
import type { TakeHistory } from '../../state_files/taken_history.js';

export interface ChainReplacement {
  /** Replaces the chain by one on another fork, or by one that is no fork if the target is undefined. */
  readonly replace: (target: ForkTarget | undefined) => Promise<void>;
  /** Replaces the chain by one that begins after the blocks of a state file. */
  readonly takeHistory: TakeHistory;
  /** Gives up replacements under way, whose callers get an error, because another reset comes after them. */
  readonly giveUp: () => void;
}

async function refuse(): Promise<never> {
  throw new HalleyError(
    'unavailable',
    'this chain cannot be replaced, because other chains of its devnet know of it: start a new devnet with the option fork or loadState',
  );
}

/** Refuses to replace a chain. */
export const NO_REPLACEMENT: ChainReplacement = { replace: refuse, takeHistory: refuse, giveUp: () => undefined };
