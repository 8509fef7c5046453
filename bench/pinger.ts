/**
 * Requests `eth_chainId` again and again over one connection, in a process of its own so that the benchmark's work does not
 * delay it. It reports the longest wait since the last report, including a wait that still lasts.
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
// The benchmark has ended.
process.on('disconnect', () => process.exit());

for (;;) {
  askedAt = performance.now();
  await call(port, 'eth_chainId', []);
  longestMs = Math.max(longestMs, performance.now() - askedAt);
  await sleep(PAUSE_MS);
  askedAt = performance.now();
}
