/**
 * Ctrl-C and SIGTERM close the devnet and end the process; a second one ends it at once. npm hands a Ctrl-C on to a
 * process that has it from the terminal already, so what comes within half a second of the first is the same one.
 */

import { complain } from './complain.js';

const SAME_SIGNAL_MS = 500;
const INTERRUPTED = 130;

export function closeOnSignals(close: () => Promise<void>): void {
  const stop = (): void => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop).on(signal, () => undefined);
    setTimeout(() => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(INTERRUPTED));
    }, SAME_SIGNAL_MS).unref();
    close().then(
      // What was fatal meanwhile has set the code.
      () => process.exit(),
      (error: unknown) => {
        complain(error, 'closing failed: ');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}
