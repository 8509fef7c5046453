/**
 * Ctrl-C, SIGTERM and a terminal that is closed (SIGHUP) close the devnet and end the process; a second signal ends it at
 * once. npm hands a Ctrl-C on to a process that has it from the terminal already, so what comes within half a second of
 * the first is the same one.
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
      // What was fatal meanwhile has set the code.
      () => process.exit(),
      (error: unknown) => {
        reportError(error, 'closing failed: ');
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}
