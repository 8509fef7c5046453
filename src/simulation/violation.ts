/** A broken invariant says where: the seed, the event, and the command that makes it happen again. */
import { InvariantViolation } from '../kernel/errors.js';
import type { Core } from './core.js';

/** Runs `happen`, and `after` in any case; a violation goes on with its place added. */
export function inContext(core: Core, happen: (core: Core) => void, after: () => void): void {
  try {
    happen(core);
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    const { seed, reproduce } = core.options;
    const again =
      reproduce === undefined ? 'run the same options and commands again' : `${reproduce} --until ${core.events}`;
    throw new InvariantViolation(`${error.message} (seed ${seed}, event ${core.events}; to see it again: ${again})`, {
      cause: error,
    });
  } finally {
    after();
  }
}
