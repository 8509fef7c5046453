/** A broken invariant says where: the seed, the event, and the command that makes it happen again. */
import { InvariantViolation } from '../kernel/errors.js';
import type { Machine } from './machine.js';

/** Runs `happen`, and `after` in any case; a violation goes on with its place added. */
export function inContext(machine: Machine, happen: () => void, after: () => void): void {
  try {
    happen();
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    const { seed, reproduce } = machine.options;
    const again =
      reproduce === undefined ? 'run the same options and commands again' : `${reproduce} --until ${machine.events}`;
    throw new InvariantViolation(
      `${error.message} (seed ${seed}, event ${machine.events}; to see it again: ${again})`,
      {
        cause: error,
      },
    );
  } finally {
    after();
  }
}
