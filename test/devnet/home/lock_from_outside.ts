/** Takes the lock of a home in a process of its own, ends at once, and prints what came of it. */
import { lockHome } from '../../../src/devnet/home/home_lock.js';

lockHome(process.argv[2] ?? '').then(
  () => process.stdout.write('locked\n'),
  (error: Error) => process.stdout.write(`${error.message}\n`),
);
