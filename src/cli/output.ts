/** Handles failures of stdout and stderr. A closed reader does not end the process; a full disk does. */
import { HalleyError } from '../kernel/errors.js';
import { reportError } from './report_error.js';

const isGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';

export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isGone(error)) return;
    reportError(new HalleyError('unavailable', `cannot write to the standard output: ${error.message}`));
    process.exit(1);
  });
  // There is no output left to report it to.
  process.stderr.on('error', () => undefined);
}
