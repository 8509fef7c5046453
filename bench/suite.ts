/** Measures what test suites do with a new development chain: start, snapshot, revert, queue, mine. */
import { EMPTY_BYTES } from '../src/kernel/bytes.js';
import { to0x } from '../src/kernel/hex.js';
import { call } from './client.js';
import { confirm } from './confirm.js';
import { launchCrowded } from './crowd.js';
import { type Figure, figureOf } from './figures.js';
import type { Row } from './table.js';
import { type Launch, launch, residentMiB, type Target } from './targets.js';
import { type Sender, senders, transfers } from './transactions.js';

/** Ends a slow measurement after this time, in milliseconds. The iterations until then count. */
const PATIENCE_MS = 10_000;
const SNAPSHOTS = 200;

export async function suiteRows(what: Launch, quick: boolean): Promise<Row[]> {
  const count = quick ? 200 : 1000;
  const blocks = quick ? 1000 : 10_000;
  const accounts = quick ? 2000 : 50_000;
  const target = await launch(what);
  const from = await senders();
  const rows: Row[] = [
    [`first ${count} transfers`, await firstTransfers(target, from, count)],
    [`${count} transfers in one block`, await oneBlock(target, from, count, quick ? 2 : 5)],
    ['snapshot, balance, block, revert', await thereAndBack(target, from)],
  ];
  const before = residentMiB(target.pid) ?? Number.NaN;
  rows.push([`hardhat_mine of ${blocks}, a block`, await mined(target, blocks)]);
  const grown = (residentMiB(target.pid) ?? Number.NaN) - before;
  rows.push(['memory of these blocks', { best: grown, median: grown, unit: 'MiB' }]);
  await target.stop();
  const crowded = await launchCrowded(what, accounts);
  rows.push([`the same with ${accounts} accounts`, await thereAndBack(crowded, await senders())]);
  await crowded.stop();
  return rows;
}

/** Measures the first transfers of a new chain, one after another, each with its receipt. */
async function firstTransfers(target: Target, from: readonly Sender[], count: number): Promise<Figure> {
  const raws = transfers(from.slice(0, 1), count, 20);
  const start = performance.now();
  for (const raw of raws) await confirm(target, raw);
  return figureOf([(count * 1000) / (performance.now() - start)], 'tx/s');
}

/** Sends transactions while nothing is mined, and measures the block that takes them all. */
async function oneBlock({ port }: Target, from: readonly Sender[], count: number, rounds: number): Promise<Figure> {
  const samples: number[] = [];
  await call(port, 'evm_setAutomine', [false]);
  for (let round = 0; round < rounds; round++) {
    for (const raw of transfers(from.slice(0, 10), count, 20)) await call(port, 'eth_sendRawTransaction', [raw]);
    const start = performance.now();
    await call(port, 'evm_mine', []);
    samples.push(performance.now() - start);
    const held = await call<string>(port, 'eth_getBlockTransactionCountByNumber', ['latest']);
    if (Number(held) !== count) throw new Error(`the block holds ${Number(held)} transactions, not ${count}`);
  }
  await call(port, 'evm_setAutomine', [true]);
  return figureOf(samples, 'ms');
}

/**
 * Measures a snapshot and a revert, as around a test. Between them it sets a balance and mines a block; it sends no
 * transaction, because Anvil's pool keeps a reverted one.
 */
async function thereAndBack({ port }: Target, [account]: readonly Sender[]): Promise<Figure> {
  const samples: number[] = [];
  const address = to0x(account?.address ?? EMPTY_BYTES);
  const giveUp = performance.now() + PATIENCE_MS;
  for (let i = 1; i <= SNAPSHOTS && performance.now() < giveUp; i++) {
    const start = performance.now();
    const id = await call(port, 'evm_snapshot', []);
    await call(port, 'hardhat_setBalance', [address, `0x${i.toString(16)}`]);
    await call(port, 'evm_mine', []);
    await call(port, 'evm_revert', [id]);
    samples.push(performance.now() - start);
  }
  return figureOf(samples, 'ms');
}

async function mined({ port }: Target, blocks: number): Promise<Figure> {
  const start = performance.now();
  await call(port, 'hardhat_mine', [`0x${blocks.toString(16)}`, '0x1']);
  return figureOf([(performance.now() - start) / blocks], 'ms');
}
