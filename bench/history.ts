/**
 * Measures what explorers, indexers and debuggers request from a chain with some history: logs, full blocks, fees,
 * traces.
 */
import { bigintToBytes, EMPTY_BYTES } from '../src/kernel/bytes.js';
import { fromHex } from '../src/kernel/hex.js';
import { answerBytes, call, callAll } from './client.js';
import { confirm } from './confirm.js';
import { type Figure, figureOf, latencies } from './figures.js';
import type { Row } from './table.js';
import { type Launch, launch, type Target } from './targets.js';
import { type Sender, senders, sign, transfers } from './transactions.js';

const LOGS_OF_A_BLOCK = 10;
const GAS_OF_AN_ITERATION = 77n;

/** Code that returns its first slot. */
const READER = '5f545f5260205ff3';
const LOGGER = '60015f5fa1'.repeat(LOGS_OF_A_BLOCK);
/** Code that hashes a word as many times as the call data says. */
const LOOP = '5f355b805f5260205f2050600190038060025700';

export async function historyRows(what: Launch, quick: boolean): Promise<Row[]> {
  const blocks = quick ? 200 : 1000;
  const target = await launch(withHistory(what));
  const [owner, ...others] = await senders();
  const first = owner as Sender;
  const reader = await deploy(target, first, READER);
  const rows: Row[] = [
    [
      'eth_call of a storage read',
      await timed(quick ? 500 : 3000, target, 'eth_call', [{ to: reader }, 'latest'], 1000),
    ],
  ];
  const logger = await deploy(target, first, LOGGER);
  for (let i = 0; i < blocks; i++)
    await confirm(target, sign(first, fromHex(logger.slice(2)), 0n, EMPTY_BYTES, 100_000n));
  const filter = { fromBlock: '0x1', toBlock: 'latest', address: logger };
  rows.push([`eth_getLogs, ${blocks * LOGS_OF_A_BLOCK} logs`, await timed(10, target, 'eth_getLogs', [filter])]);
  const span = [`0x${blocks.toString(16)}`, 'latest', [25, 75]];
  rows.push([`eth_feeHistory of ${blocks} blocks`, await timed(20, target, 'eth_feeHistory', span)]);
  await mineOne(target, others.slice(0, 10), 500);
  rows.push(['eth_getBlockByNumber, 500 whole', await timed(50, target, 'eth_getBlockByNumber', ['latest', true])]);
  rows.push(...(await traces(target, first, quick ? 100_000n : 1_000_000n)));
  await target.stop();
  return rows;
}

/** Enables traces and long fee histories, which are off by default. */
function withHistory(what: Launch): Launch {
  const more: Readonly<Record<string, readonly string[]>> = {
    Halley: ['--json-rpc.api=eth,net,web3,debug', '--json-rpc.feehistory-cap=1024'],
    Anvil: ['--steps-tracing'],
  };
  return { ...what, args: (...given) => [...what.args(...given), ...(more[what.name] ?? [])] };
}

async function traces(target: Target, owner: Sender, gas: bigint): Promise<Row[]> {
  const loop = await deploy(target, owner, LOOP);
  const input = bigintToBytes(gas / GAS_OF_AN_ITERATION, 32);
  const { transactionHash } = await confirm(target, sign(owner, fromHex(loop.slice(2)), 0n, input, gas + 50_000n));
  const kgas = `${gas / 1000n}k gas`;
  const method = 'debug_traceTransaction';
  const rows: Row[] = [[`struct logs of ${kgas}`, await timed(3, target, method, [transactionHash])]];
  // Hardhat's node has no other tracer.
  if (target.name !== 'Hardhat')
    rows.push([`callTracer of ${kgas}`, await timed(10, target, method, [transactionHash, { tracer: 'callTracer' }])]);
  return rows;
}

/** Measures until the last byte of each answer, which is not parsed. `scale` 1000 gives µs. */
async function timed(count: number, { port }: Target, method: string, params: object, scale = 1): Promise<Figure> {
  await answerBytes(port, method, params);
  const ms = await latencies(count, () => answerBytes(port, method, params));
  return figureOf(
    ms.map((each) => each * scale),
    scale === 1 ? 'ms' : 'µs',
  );
}

async function deploy(target: Target, owner: Sender, runtime: string): Promise<string> {
  const size = (runtime.length / 2).toString(16).padStart(2, '0');
  // The creation code copies the code after these nine bytes.
  const creation = fromHex(`60${size}600a5f3960${size}5ff3${runtime}`);
  const { contractAddress } = await confirm(target, sign(owner, undefined, 0n, creation, 1_000_000n));
  return contractAddress as string;
}

async function mineOne({ port }: Target, from: readonly Sender[], count: number): Promise<void> {
  await call(port, 'evm_setAutomine', [false]);
  await callAll(
    port,
    'eth_sendRawTransaction',
    transfers(from, count, 20).map((raw) => [raw]),
  );
  await call(port, 'evm_mine', []);
  await call(port, 'evm_setAutomine', [true]);
}
