/**
 * Measures Halley's application under real CometBFT validators, all on this machine: transactions a second, and the time
 * from a transaction to its receipt. Beside it, `evmd` gets the same load on the same engine. It needs CometBFT's
 * binary, and does nothing without it.
 */
import { call, callAll } from './client.js';
import type { NetworkSize } from './comet_homes.js';
import type { CometNetwork } from './comet_network.js';
import { evmdEngine, startEvmd } from './evmd_network.js';
import { figureOf, latencies } from './figures.js';
import { startHalley } from './halley_network.js';
import { printTable, type Row } from './table.js';
import { goProgram } from './targets.js';
import { type Sender, senders, transfers } from './transactions.js';

/** Time that a message takes on a slow link, in one direction. */
const DELAY_MS = 50;
const SIZES: readonly NetworkSize[] = [
  { validators: 1, delayMs: 0 },
  { validators: 4, delayMs: 0 },
  { validators: 7, delayMs: 0 },
  { validators: 4, delayMs: DELAY_MS },
];
const TXS = 3_000;
const TXS_OF_BATCH = 100;
const SINGLE_TXS = 10;
/** Block interval, in milliseconds: the engine's `timeout_commit` of all networks. */
const BLOCK_MS = 1000;
const START_MS = 120_000;
const POLL_MS = 20;

const WITHOUT_EVMD =
  'evmd is not on PATH: Halley is measured without it. It is the example node of github.com/cosmos/evm; take a version for CometBFT 0.38';

type Start = (size: NetworkSize, from: readonly Sender[]) => Promise<CometNetwork>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function measureCometbft(quick: boolean): Promise<void> {
  const engine = goProgram('cometbft');
  if (engine === undefined) {
    console.log('CometBFT is not installed: the application is not measured under it');
    return;
  }
  const evmd = goProgram('evmd');
  const peer: readonly [string, Start][] =
    evmd === undefined ? [] : [['evmd', (size, from) => startEvmd(evmd, size, from)]];
  const networks: readonly [string, Start][] = [['Halley', (size) => startHalley(engine, size)], ...peer];
  console.log(evmd === undefined ? WITHOUT_EVMD : `evmd runs the engine in its own process: ${evmdEngine(evmd)}`);
  const columns = networks.map(([name]) => ({ name, rows: [] as Row[] }));
  for (const size of SIZES)
    for (const [i, [, start]] of networks.entries()) columns[i]?.rows.push(...(await rowsOf(start, size, quick)));
  printTable(columns, true);
}

async function rowsOf(start: Start, size: NetworkSize, quick: boolean): Promise<Row[]> {
  const from = await senders();
  const network = await start(size, from);
  const { port } = network;
  await until(async () => BigInt(await call<string>(port, 'eth_blockNumber', [])) > 1n);
  const waits = await singleTransfers(port, from, quick ? SINGLE_TXS / 2 : SINGLE_TXS);
  const rates: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const before = network.cpuSeconds();
    rates.push(await rateOf(port, from));
    const after = network.cpuSeconds();
    if (before !== undefined && after !== undefined) costs.push(((after - before) * 1e6) / TXS);
  }
  await network.stop();
  const name = nameOf(size);
  return [
    [`${name}: transfers, from the first request to the last receipt`, figureOf(rates, 'tx/s')],
    [`${name}: a transfer, to its receipt`, figureOf(waits, 'ms')],
    ...(costs.length === 0 ? [] : [[`${name}: CPU of all nodes for a transfer`, figureOf(costs, 'µs')] as const]),
  ];
}

const nameOf = ({ validators, delayMs }: NetworkSize): string =>
  `${validators} validator${validators === 1 ? '' : 's'}${delayMs === 0 ? '' : `, links of ${delayMs} ms`}`;

/** Returns the milliseconds of transfers that begin at different moments of the block interval. */
async function singleTransfers(port: number, from: readonly Sender[], count: number): Promise<number[]> {
  const waits: number[] = [];
  for (let i = 0; i < count; i++) {
    await pause(((i + 0.5) * BLOCK_MS) / count);
    waits.push(...(await latencies(1, () => confirmed(port, from))));
  }
  return waits;
}

/** Sends one transfer, and waits for its receipt. */
async function confirmed(port: number, from: readonly Sender[]): Promise<void> {
  const [raw] = transfers(from.slice(0, 1), 1, 1);
  await receiptOf(port, await call<string>(port, 'eth_sendRawTransaction', [raw]));
}

/** Sends many transfers in batches; returns how many a second were in blocks when all were. */
async function rateOf(port: number, from: readonly Sender[]): Promise<number> {
  const raws = transfers(from, TXS, from.length);
  const start = performance.now();
  for (let at = 0; at < raws.length; at += TXS_OF_BATCH)
    await callAll(
      port,
      'eth_sendRawTransaction',
      raws.slice(at, at + TXS_OF_BATCH).map((raw) => [raw]),
    );
  for (const { address, nonce } of from)
    await until(async () => {
      const count = await call<string>(port, 'eth_getTransactionCount', [
        `0x${Buffer.from(address).toString('hex')}`,
        'latest',
      ]);
      return BigInt(count) === nonce;
    });
  return (TXS * 1000) / (performance.now() - start);
}

const receiptOf = (port: number, hash: string): Promise<void> =>
  until(async () => (await call(port, 'eth_getTransactionReceipt', [hash])) !== null);

/** Polls until `holds` returns true. A request that fails counts as false. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + START_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end)
      throw new Error(`the network has no blocks, or does not include a transaction: waited for ${START_MS} ms`);
    await pause(POLL_MS);
  }
}
