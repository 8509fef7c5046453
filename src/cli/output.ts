/** What stdout and stderr may do to the process: a reader that has gone is no reason to end, a full disk is. */
import { HalleyError } from '../kernel/errors.js';
import { reportError } from './report_error.js';

const isGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';

export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isGone(error)) return;
    reportError(new HalleyError('unavailable', `cannot write to the standard output: ${error.message}`));
    process.exit(1);
  });
  // Nobody would hear what is wrong with it.
  process.stderr.on('error', () => undefined);
}
