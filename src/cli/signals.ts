/**
 * Closes the devnet and ends the process on Ctrl-C, SIGTERM and a closed terminal (SIGHUP). A second signal ends it at
 * once. npm forwards a Ctrl-C that the process has already received from the terminal. Signals within half a second of
 * the first therefore count as the same one.
 */

import { reportError } from './report_error.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SAME_SIGNAL_MS = 500;
const INTERRUPTED = 130;

export function closeOnSignals(close: () => Promise<void>): void {
  const stop = (): void => {
    for (const signal of SIGNALS) process.off(signal, stop).on(signal, () => undefined);
    setTimeout(() => {
      for (const signal of SIGNALS) process.on(signal, () => process.exit(INTERRUPTED));
    }, SAME_SIGNAL_MS).unref();
    close().then(
      // A fatal error in the meantime has set the exit code.
      () => process.exit(),
      (error: unknown) => {
        reportError(error, 'closing failed: ');
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}
