/**
 * Measures how one client's long work delays the others. The columns are the duration of the work, and the longest wait
 * for `eth_blockNumber` on a second connection meanwhile. Run it with `npx tsx bench/delays.ts`. It starts the built
 * program as a user would.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { FREE_PORTS, Running } from '../test/cli/run.js';

const halley = new Running(['start', '--json', ...FREE_PORTS]);
const { urls, accounts } = await halley.facts();
const from = accounts[0]?.address;

const message = (method: string, params: readonly unknown[], id = 1) => ({ jsonrpc: '2.0', id, method, params });
const call = (request: object, id = 1) => message('eth_call', [request, 'latest'], id);

async function post(body: unknown): Promise<unknown> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`${urls.evmHttp}`, init)).json();
}

async function during(name: string, work: () => Promise<unknown>): Promise<void> {
  let [worst, done] = [0, false];
  const watching = (async () => {
    while (!done) {
      const start = performance.now();
      await post(message('eth_blockNumber', []));
      worst = Math.max(worst, performance.now() - start);
      await sleep(1);
    }
  })();
  await sleep(20);
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  done = true;
  await watching;
  console.log(`| ${name} | ${took.toFixed(0)} ms | ${worst.toFixed(0)} ms |`);
}

const address = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;
const blake2f = (rounds: number) => ({
  to: address(9),
  data: `0x${rounds.toString(16).padStart(8, '0')}${'00'.repeat(209)}`,
});
/** Encodes a pair of generators. */
const PAIR =
  '00000000000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000000002198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa';
/** Code that loops: JUMPDEST PUSH0 JUMP. */
const LOOP = { data: '0x5b5f56' };

async function crowd(): Promise<void> {
  const socket = new WebSocket(`${urls.evmWs}`);
  await once(socket, 'open');
  for (let id = 0; id < 200; id++) socket.send(JSON.stringify(call(LOOP, id)));
  await sleep(3_000);
  socket.terminate();
}

console.log('| work | took | worst eth_blockNumber |\n|---|---|---|');
await during('nothing', () => sleep(1_000));
await during('blake2f, 24.9M rounds', () => post(call(blake2f(24_900_000))));
await during('100 pairings', () => post(call({ to: address(8), data: `0x${PAIR.repeat(100)}` })));
await during('15,000 EXP without a jump', () => post(call({ data: `0x${'5f195f190a50'.repeat(8_000)}` })));
await during('a transaction of 15.9M rounds', () =>
  post(message('eth_sendTransaction', [{ from, ...blake2f(15_900_000), gas: '0xf42400' }])),
);
await during('a batch of 3 long calls', () => post([1, 2, 3].map((id) => call(blake2f(24_900_000), id))));
await during('200 looping calls of one WebSocket, 3 s', crowd);
await during('4 MB of nested arrays', () =>
  fetch(`${urls.evmHttp}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`,
  }),
);
await halley.signal('SIGKILL');
