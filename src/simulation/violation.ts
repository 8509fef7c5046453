/** Adds to a broken invariant the seed, the event, and the command that reproduces it. */
import { InvariantViolation } from '../kernel/errors.js';
import type { Core } from './core.js';

/** Runs `happen`, then `after` in any case. Rethrows a violation with its seed and event added. */
export function inContext(core: Core, happen: (core: Core) => void, after: () => void): void {
  try {
    happen(core);
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    const { seed, reproduce } = core.options;
    const again =
      reproduce === undefined ? 'run the same options and commands again' : `${reproduce} --until ${core.events}`;
    throw new InvariantViolation(`${error.message} (seed ${seed}, event ${core.events}; to reproduce: ${again})`, {
      cause: error,
    });
  } finally {
    after();
  }
}
