/**
 * Measures what code costs while it runs, by `eth_call`: loops that do one thing for 15M gas, and the programs of
 * ipsilon/evm-benchmarks (`programs.ts`). All targets must return the same answers.
 */
import { call } from './client.js';
import { type Figure, figureOf } from './figures.js';
import { LOOPS } from './loops.js';
import { programs } from './programs.js';
import { type Column, printTable, type Row } from './table.js';
import { type Launch, launch, peers, type Target } from './targets.js';

const LOOP_GAS = 15_000_000;
const CALL_GAS = 900_000_000;
/** Longest time of a row in milliseconds, and most calls. */
const PATIENCE_MS = 2000;
const CALLS = 50;
/** Number of slots that the loops read. */
const SLOTS = 4;

/** First answer of each row, by name. */
const answers = new Map<string, string>();

export async function measureCompute(quick: boolean): Promise<void> {
  const columns: Column[] = [];
  for (const what of peers()) columns.push({ name: what.name, rows: await computeRows(what, quick) });
  printTable(columns, true);
}

async function computeRows(what: Launch, quick: boolean): Promise<Row[]> {
  const target = await launch(withGas(what));
  const rows: Row[] = [];
  for (const loop of LOOPS) {
    const count = Math.floor((quick ? LOOP_GAS / 10 : LOOP_GAS) / loop.gas);
    const data = `0x${count.toString(16).padStart(64, '0')}`;
    const address = await place(target, rows.length, loop.code);
    rows.push([`${loop.name}, ${count} times`, await timed(target, loop.name, { to: address, data }, quick)]);
  }
  for (const { name, code, inputs } of programs()) {
    const address = await place(target, rows.length, code);
    for (const input of inputs) {
      const row = inputs.length === 1 ? name : `${name}, ${input.label}`;
      rows.push([row, await timed(target, row, { to: address, data: input.data }, quick)]);
    }
  }
  await target.stop();
  return rows;
}

/**
 * Raises the limits, because calls of some programs have more gas than a block, and take longer than the default
 * timeouts.
 */
function withGas(what: Launch): Launch {
  const more: Readonly<Record<string, readonly string[]>> = {
    Halley: ['--json-rpc.gas-cap=0', '--json-rpc.evm-timeout=300s'],
    Anvil: ['--gas-limit', String(CALL_GAS)],
  };
  return {
    ...what,
    args: (...given) =>
      [...what.args(...given), ...(more[what.name] ?? [])].map((arg) =>
        arg.replace('hardhat.config.cjs', 'hardhat.compute.cjs'),
      ),
  };
}

async function place({ port }: Target, index: number, code: string): Promise<string> {
  const address = `0xc0de${index.toString(16).padStart(36, '0')}`;
  await call(port, 'hardhat_setCode', [address, `0x${code}`]);
  for (let slot = 0; slot < SLOTS; slot++)
    await call(port, 'hardhat_setStorageAt', [address, `0x${slot}`, `0x${(slot + 1).toString(16).padStart(64, '0')}`]);
  return address;
}

async function timed(target: Target, row: string, message: object, quick: boolean): Promise<Figure> {
  const samples: number[] = [];
  const giveUp = performance.now() + (quick ? PATIENCE_MS / 10 : PATIENCE_MS);
  const params = [{ ...message, gas: `0x${CALL_GAS.toString(16)}` }, 'latest'];
  do {
    const start = performance.now();
    const answer = await call<string>(target.port, 'eth_call', params);
    samples.push(performance.now() - start);
    if (samples.length === 1) check(target.name, row, answer);
  } while (samples.length < CALLS && performance.now() < giveUp);
  return figureOf(samples, 'ms');
}

function check(who: string, row: string, answer: string): void {
  const first = answers.get(row) ?? answer;
  answers.set(row, first);
  if (answer !== first) throw new Error(`${who}: ${row} returned ${answer}, another target ${first}`);
}
