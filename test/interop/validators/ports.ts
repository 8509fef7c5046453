/** Finds ports in a row for the nodes of a network. */
import { createServer } from 'node:net';

/** Bounds where the search begins, below the ports that systems give to clients. */
const [LOWEST, RANGE, STEP] = [11_000, 18_000, 100];

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns the first of `count` ports in a row that are free now. */
export async function freePortsInARow(count: number): Promise<number> {
  const begin = (process.pid * 700) % RANGE;
  for (let step = 0; step < RANGE; step += STEP) {
    const first = LOWEST + ((begin + step) % RANGE);
    const free = await Promise.all(Array.from({ length: count }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`there are no ${count} free ports in a row`);
}
