/**
 * Measures EVM JSON-RPC: Halley beside Anvil and Hardhat's node, if they are found. README.md in this folder explains
 * the rows.
 */
import { WebSocket } from 'ws';
import { to0x } from '../src/kernel/hex.js';
import { call } from './client.js';
import { confirm, sendAndConfirm } from './confirm.js';
import { launchCrowded } from './crowd.js';
import { compileErc20, ERC20_BALANCE_OF } from './erc20.js';
import { type Figure, figureOf, latencies, rates } from './figures.js';
import { historyRows } from './history.js';
import { inProcessTransfers } from './in_process.js';
import { inProcessChains } from './in_process_chains.js';
import { suiteRows } from './suite.js';
import { type Column, cell, printTable, type Row } from './table.js';
import { type Launch, launch, peers, residentMiB, type Target } from './targets.js';
import { tokenRows } from './tokens.js';
import { type Sender, senders, sign, transfers } from './transactions.js';

const quick = process.argv.includes('--quick');
const STARTS = quick ? 3 : 7;
const READS = quick ? 500 : 3000;
const ROUNDS = quick ? 3 : 5;
const TRANSFERS = quick ? 50 : 200;
const BLOCKS = quick ? 500 : 5000;
const ACCOUNTS = quick ? 2000 : 20_000;

/** Returns the transfers a second. Each sender waits for the receipt before its next one. */
async function transferRate(target: Target, from: readonly Sender[], recipients: number, workers = 1): Promise<Figure> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Each parallel client has its own sender, because nonces of one sender must not race.
    const raws = Array.from({ length: workers }, (_, worker) =>
      transfers([from[worker] as Sender], TRANSFERS, recipients),
    );
    const start = performance.now();
    await Promise.all(raws.map((own) => rates(1, own.length, 1, sendAndConfirm(target, own))));
    samples.push((workers * TRANSFERS * 1000) / (performance.now() - start));
  }
  return figureOf(samples, 'tx/s');
}

async function startUp(what: Launch): Promise<Row> {
  const samples: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const target = await launch(what);
    samples.push(target.startMs);
    await target.stop();
  }
  return ['start to first answer', figureOf(samples, 'ms')];
}

async function reads(target: Target, from: readonly Sender[]): Promise<Row[]> {
  const owner = from[0] as Sender;
  const deployment = sign(owner, undefined, 0n, await compileErc20(), 2_000_000n);
  const { contractAddress } = await confirm(target, deployment);
  const balanceOf = {
    to: contractAddress,
    data: `${ERC20_BALANCE_OF}${to0x(owner.address).slice(2).padStart(64, '0')}`,
  };
  const measure = (method: string, params: unknown[]) =>
    latencies(READS, () => call(target.port, method, params)).then((ms) =>
      figureOf(
        ms.map((m) => m * 1000),
        'µs',
      ),
    );
  await measure('eth_blockNumber', []);
  return [
    ['eth_blockNumber', await measure('eth_blockNumber', [])],
    ['eth_call, ERC-20 balance', await measure('eth_call', [balanceOf, 'latest'])],
  ];
}

/** Returns the milliseconds from sending a transaction to the event of its block. */
async function headDelay(target: Target, from: readonly Sender[]): Promise<Row> {
  const socket = new WebSocket(target.wsUrl);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let heard: () => void = () => undefined;
  const confirmed = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString()) as { method?: string };
      if (message.method === 'eth_subscription') heard();
      else resolve();
    });
  });
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }));
  await confirmed;
  const raws = transfers(from.slice(0, 1), quick ? 20 : 100, 10);
  const ms = await latencies(raws.length, async (i) => {
    const head = new Promise<void>((resolve) => {
      heard = resolve;
    });
    await Promise.all([head, call(target.port, 'eth_sendRawTransaction', [raws[i]])]);
  });
  socket.close();
  return ['newHeads after send', figureOf(ms, 'ms')];
}

async function measure(what: Launch): Promise<Row[]> {
  const rows: Row[] = [await startUp(what)];
  const target = await launch(what);
  const memory = residentMiB(target.pid);
  if (memory !== undefined) rows.push(['idle memory', { best: memory, median: memory, unit: 'MiB' }]);
  const from = await senders();
  rows.push(...(await reads(target, from)));
  await transferRate(target, from, 20);
  rows.push(['transfers, 1 connection', await transferRate(target, from, 20)]);
  rows.push(['transfers, 7 connections', await transferRate(target, from, 20, 7)]);
  rows.push(...(await tokenRows(target, from[1] as Sender, TRANSFERS, ROUNDS)));
  rows.push(await headDelay(target, from));
  for (const raw of transfers(from.slice(0, 1), BLOCKS, 20)) await confirm(target, raw);
  rows.push([`transfers after ${BLOCKS} blocks`, await transferRate(target, from, 20)]);
  await target.stop();
  rows.push([`transfers with ${ACCOUNTS} accounts`, await crowded(what)]);
  return rows;
}

async function crowded(what: Launch): Promise<Figure> {
  const target = await launchCrowded(what, ACCOUNTS);
  const figure = await transferRate(target, await senders(), ACCOUNTS);
  await target.stop();
  return figure;
}

export async function measureEvm(): Promise<void> {
  const measured = peers();
  if (measured.length === 1)
    console.log(
      'Neither Anvil nor Hardhat is installed (npm ci --prefix bench, npm ci --prefix test/compat): measuring Halley alone.\n',
    );
  const columns: Column[] = [];
  for (const what of measured)
    columns.push({
      name: what.name,
      rows: [...(await measure(what)), ...(await suiteRows(what, quick)), ...(await historyRows(what, quick))],
    });
  printTable(columns);
  console.log('\nIn process, consensus included:');
  const inProcess = [...(await inProcessTransfers(TRANSFERS, ROUNDS, BLOCKS)), ...(await inProcessChains(quick))];
  for (const [name, figure] of inProcess) console.log(`- ${name}: ${cell(figure)}`);
}
