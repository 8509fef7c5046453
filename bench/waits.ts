/**
 * Measures how long other clients wait while one client's work runs: the longest wait of a pinger (`pinger.ts`) and the time
 * of the work. Run: `npx tsx bench/waits.ts`. `--quick` takes a twentieth of each size, `--home` keeps the chain on disk, and
 * other arguments choose the rows whose names contain them. It starts the built command.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answerBytes, call, callAll, closeConnections } from './client.js';
import { clearUpAtExit, temporaryFolder, untilExit } from './leftovers.js';
import { halley, launch, residentMiB, type Target } from './targets.js';
import { senders, transfers } from './transactions.js';

const quick = process.argv.includes('--quick');
const onDisk = process.argv.includes('--home');
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const size = (full: number): number => (quick ? full / 20 : full);

const FLAGS: readonly string[] = [
  ...['--json-rpc.api=eth,net,web3,txpool', '--mempool.size=1000000', '--mempool.cache_size=1000000'],
  ...['--evm.mempool.account-queue=1000000', '--evm.mempool.global-queue=1000000', '--json-rpc.http-timeout=600s'],
  ...['--json-rpc.batch-response-max-size=0', '--json-rpc.evm-timeout=600s'],
];

type Work = () => Promise<unknown>;
/** A row prepares a chain, and returns the work to measure. */
type Row = readonly [name: string, prepare: (target: Target) => Promise<Work>];

const ask = ({ port }: Target, method: string, ...params: readonly unknown[]) => call(port, method, [...params]);

const mined = (target: Target, count: number): Promise<unknown> =>
  ask(target, 'hardhat_mine', `0x${count.toString(16)}`);

/** Fills the mempool with transactions, and turns automine off so that no block takes them. */
async function fill(target: Target, count: number): Promise<void> {
  await ask(target, 'evm_setAutomine', false);
  const all = transfers(await senders(), count, 20).map((raw) => [raw]);
  for (let done = 0; done < all.length; done += 500)
    await callAll(target.port, 'eth_sendRawTransaction', all.slice(done, done + 500));
}

const word = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;

/** Makes a simulation that overrides many slots of an account in its first block, and one more in each later block. */
function overridden(slots: number, blocks: number): object {
  const of = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [word(from + i), word(from + i + 1)]));
  const first = { stateOverrides: { [`0x${'c0'.repeat(20)}`]: { stateDiff: of(0, slots) } } };
  const others = Array.from({ length: blocks - 1 }, (_, i) => ({
    stateOverrides: { [`0x${'c0'.repeat(20)}`]: { stateDiff: of(slots + i, 1) } },
  }));
  return { blockStateCalls: [first, ...others] };
}

/** Opens a WebSocket that subscribes to new heads and then stops reading. */
async function stuckSocket(url: string, subscriptions: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const key = Buffer.from('a client that stops').toString('base64');
  socket.write(
    `GET / HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16, key).toString('base64')}\r\n\r\n`,
  );
  await once(socket, 'data');
  for (let id = 0; id < subscriptions; id++) socket.write(masked(subscribe(id)));
  let bytes = 0;
  while (bytes < subscriptions * 60) bytes += ((await once(socket, 'data'))[0] as Buffer).length;
  socket.pause();
  return socket;
}

const subscribe = (id: number): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params: ['newHeads'] });

/** Makes a client's text frame of fewer than 126 bytes, with a mask of zeros. */
const masked = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

const ROWS: readonly Row[] = [
  ['nothing', async () => () => sleep(1000)],
  [
    `anvil_rollback of ${size(20_000)} blocks`,
    async (target) => {
      await mined(target, size(20_000));
      return () => ask(target, 'anvil_rollback', size(20_000) - 1);
    },
  ],
  [
    `evm_revert over ${size(10_000)} blocks`,
    async (target) => {
      await mined(target, 10);
      const id = await ask(target, 'evm_snapshot');
      await mined(target, size(10_000));
      return () => ask(target, 'evm_revert', id);
    },
  ],
  [
    `evm_revert to ${size(100_000)} pending transactions`,
    async (target) => {
      await fill(target, size(100_000));
      const id = await ask(target, 'evm_snapshot');
      await ask(target, 'anvil_dropAllTransactions');
      return () => ask(target, 'evm_revert', id);
    },
  ],
  [
    `anvil_rollback beside ${size(100_000)} pending transactions`,
    async (target) => {
      await mined(target, 10);
      await fill(target, size(100_000));
      return () => ask(target, 'anvil_rollback', 5);
    },
  ],
  [
    `txpool_content of ${size(100_000)} transactions`,
    async (target) => {
      await fill(target, size(100_000));
      return () => answerBytes(target.port, 'txpool_content', []);
    },
  ],
  [
    `eth_simulateV1, ${size(30_000)} overridden slots, 10 blocks`,
    async (target) => () => answerBytes(target.port, 'eth_simulateV1', [overridden(size(30_000), 10), 'latest']),
  ],
  [
    `${size(1000)} blocks beside 40 clients that never read, 100 subscriptions each`,
    async (target) => {
      const sockets: Socket[] = [];
      for (let i = 0; i < 40; i++) sockets.push(await stuckSocket(target.wsUrl, 100));
      return async () => {
        await mined(target, size(1000));
        await sleep(3000);
        for (const socket of sockets) socket.destroy();
      };
    },
  ],
];

async function measure([name, prepare]: Row): Promise<void> {
  const home = onDisk ? [`--home=${temporaryFolder()}/home`] : [];
  const what = {
    ...halley,
    args: (...given: Parameters<typeof halley.args>) => [...halley.args(...given), ...FLAGS, ...home],
  };
  const target = await launch(what);
  const work = await prepare(target);
  const pinger = untilExit(
    fork(fileURLToPath(new URL('./pinger.ts', import.meta.url)), [String(target.port)], { execArgv: process.execArgv }),
  );
  const longest = async (): Promise<number> => {
    pinger.send('report');
    const [ms] = (await once(pinger, 'message')) as [number];
    return ms;
  };
  await sleep(1500);
  await longest();
  const before = residentMiB(target.pid) ?? Number.NaN;
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  // The pinger's last request may still wait.
  await sleep(50);
  const waited = await longest();
  const grown = (residentMiB(target.pid) ?? Number.NaN) - before;
  console.log(`| ${name} | ${took.toFixed(0)} ms | ${waited.toFixed(0)} ms | ${grown.toFixed(0)} MiB |`);
  pinger.kill();
  await target.stop();
}

clearUpAtExit(20 * 60_000);
console.log('| work | took | longest wait of others | grown by |\n|---|---|---|---|');
for (const row of ROWS) if (wanted.length === 0 || wanted.some((part) => row[0].includes(part))) await measure(row);
closeConnections();
process.exit();
