/**
 * A client in a process of its own that asks `eth_chainId` all the time over one connection, so that no work of the
 * benchmark delays it. It reports the longest wait since the last report, a wait that still lasts included.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './client.js';

const port = Number(process.argv[2]);
const PAUSE_MS = 1;

let longestMs = 0;
let askedAt = performance.now();

process.on('message', () => {
  process.send?.(Math.max(longestMs, performance.now() - askedAt));
  longestMs = 0;
});
// The benchmark is gone.
process.on('disconnect', () => process.exit());

for (;;) {
  askedAt = performance.now();
  await call(port, 'eth_chainId', []);
  longestMs = Math.max(longestMs, performance.now() - askedAt);
  await sleep(PAUSE_MS);
  askedAt = performance.now();
}
