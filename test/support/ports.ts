/** Finds ports that nothing listens on. */
import { createServer } from 'node:net';

/**
 * Bounds of the search of one worker: below the ports that systems give to clients and to servers that ask for any, and
 * below the default ports of CometBFT. No two workers of a run search at the same place.
 */
const [RANGE, STEP] = [7_000, 100];
const LOWEST = 11_000 + RANGE * (Number(process.env['VITEST_POOL_ID'] ?? 0) % 2);

/** Different runs begin at different places; calls in one file never return a port twice. */
let offset = (process.pid * 1_300) % RANGE;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns the first of `count` ports in a row that are free now; at most 100. */
export async function freePortsInARow(count: number): Promise<number> {
  for (let tried = 0; tried < RANGE; tried += STEP) {
    const first = LOWEST + offset;
    offset = (offset + STEP) % RANGE;
    const free = await Promise.all(Array.from({ length: count }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`there are no ${count} free ports in a row`);
}

export const freePort = (): Promise<number> => freePortsInARow(1);
