/**
 * Measures Halley's application under real CometBFT validators, all on this machine: transactions a second, and the time
 * from a transaction to its receipt. It needs CometBFT's binary, and does nothing without it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { call, callAll } from './client.js';
import { figureOf, latencies } from './figures.js';
import { temporaryFolder, untilExit } from './leftovers.js';
import { type Column, printTable, type Row } from './table.js';
import { HALLEY_COMMAND, onPath } from './targets.js';
import { type Sender, senders, transfers } from './transactions.js';

const SIZES = [1, 4, 7] as const;
/** Is the first of the ports that the nodes have, ten each. */
const FIRST_PORT = 29_100;
/** Is the port of a node's EVM JSON-RPC, after its first port. */
const EVM_PORT = 5;
const TXS = 3_000;
const TXS_OF_BATCH = 100;
const SINGLE_TXS = 10;
const START_MS = 120_000;
const POLL_MS = 20;
/** Lets a block have all transactions of a round. */
const GAS_LIMIT = '100000000';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function measureCometbft(quick: boolean): Promise<void> {
  const engine = onPath('cometbft', `${process.env['HOME'] ?? ''}/go/bin`);
  if (engine === undefined) {
    console.log('CometBFT is not installed: the application is not measured under it');
    return;
  }
  const columns: Column[] = [];
  for (const validators of SIZES)
    columns.push({
      name: `${validators} validator${validators === 1 ? '' : 's'}`,
      rows: await rowsOf(engine, validators, quick),
    });
  printTable(columns);
}

async function rowsOf(engine: string, validators: number, quick: boolean): Promise<Row[]> {
  const folder = join(temporaryFolder(), 'network');
  const init = ['testnet', 'init', `--validators=${validators}`, `--out=${folder}`, `--starting-port=${FIRST_PORT}`];
  const { status, stderr } = spawnSync(process.execPath, [
    HALLEY_COMMAND,
    ...init,
    `--gas-limit=${GAS_LIMIT}`,
    '--silent',
  ]);
  if (status !== 0) throw new Error(`halley testnet init: ${stderr}`);
  const network = untilExit(
    spawn(process.execPath, [HALLEY_COMMAND, 'testnet', 'start', folder, `--cometbft=${engine}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const port = FIRST_PORT + EVM_PORT;
  await until(async () => BigInt(await call<string>(port, 'eth_blockNumber', [])) > 1n);
  const from = await senders();
  const waits = await latencies(SINGLE_TXS, () => confirmed(port, from));
  const rates: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) rates.push(await rateOf(port, from));
  network.kill('SIGINT');
  await once(network, 'exit');
  return [
    ['transfers, from the first request to the last receipt', figureOf(rates, 'tx/s')],
    ['a transfer, to its receipt', figureOf(waits, 'ms')],
  ];
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
    if (performance.now() > end) throw new Error(`the network did not get there in ${START_MS} ms`);
    await pause(POLL_MS);
  }
}
