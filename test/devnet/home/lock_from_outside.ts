/** Locks a home in a separate process, prints "locked" or the error message, and exits. */
import { lockHome } from '../../../src/devnet/home/home_lock.js';

lockHome(process.argv[2] ?? '').then(
  () => process.stdout.write('locked\n'),
  (error: Error) => process.stdout.write(`${error.message}\n`),
);
