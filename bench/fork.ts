/**
 * Measures forks of a chain whose node answers after 50 ms, beside Anvil. Each round uses a new folder for the caches:
 * the first process of a round finds it empty, and the second one finds what the first one fetched.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { call, callAll } from './client.js';
import { figureOf } from './figures.js';
import { temporaryFolder, untilExit } from './leftovers.js';
import { type Column, printTable, type Row } from './table.js';
import { anvil, halley, type Launch, launch, type Target } from './targets.js';

const DELAY_MS = 50;
/** Chain id without a meaning on a public network, so that no program treats the chain in a special way. */
const CHAIN_ID = 424_242;
const SLOTS = 50;
const CONTRACTS = 20;
const SUITE_CALLS = 200;
const SLOTS_OF_CALL = 5;
const ROUNDS = 3;

const PUSH_RESULT = '60005260206000f3';
const hex = (value: number): string => value.toString(16).padStart(2, '0');
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;
const each = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Adds up all slots. */
const READS_ALL = `0x6000${each(SLOTS, (i) => `60${hex(i)}5401`).join('')}${PUSH_RESULT}`;
/** Adds up some slots from the one that the argument names. */
const READS_SOME = `0x6000356000${each(SLOTS_OF_CALL, (i) => `8160${hex(i)}015401`).join('')}${PUSH_RESULT}`;

const LARGE = '0x00000000000000000000000000000000c0de0000';
const contract = (i: number): string => `0x${(0xc0de_1000 + i).toString(16).padStart(40, '0')}`;

interface Remote {
  readonly url: string;
  readonly block: string;
  /** Returns the number of requests that arrived. */
  requests(): Promise<number>;
  /** Ends its process. */
  stop(): void;
}

export async function measureFork(quick: boolean): Promise<void> {
  const origin = await launch({ ...halley, args: (...given) => [...halley.args(...given), `--chain-id=${CHAIN_ID}`] });
  const remote = await distant(origin, await fill(origin));
  const peers = [halley, anvil()].filter((what): what is Launch => what !== undefined);
  const samples = peers.map(() => new Map<string, number[]>());
  for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
    for (const [i, what] of peers.entries()) await measureRound(what, remote, samples[i] as Map<string, number[]>);
  remote.stop();
  await origin.stop();
  printTable(
    peers.map(({ name }, i): Column => ({ name, rows: rowsOf(samples[i] as Map<string, number[]>) })),
    true,
  );
}

const rowsOf = (samples: ReadonlyMap<string, readonly number[]>): Row[] =>
  [...samples].map(([name, values]) => [name, figureOf(values, name.startsWith('requests') ? '' : 'ms')]);

/** Deploys the contracts. Returns the newest block. */
async function fill({ port }: Target): Promise<string> {
  const contracts = [[LARGE, READS_ALL], ...each(CONTRACTS, (i) => [contract(i), READS_SOME])] as const;
  await callAll(port, 'hardhat_setCode', contracts);
  for (const [address] of contracts)
    await callAll(
      port,
      'hardhat_setStorageAt',
      each(SLOTS, (slot) => [address, `0x${slot.toString(16)}`, word(slot + 1)]),
    );
  await call(port, 'hardhat_mine', ['0x64']);
  return await call<string>(port, 'eth_blockNumber', []);
}

async function distant({ port }: Target, block: string): Promise<Remote> {
  const script = fileURLToPath(new URL('distant_node.mjs', import.meta.url));
  const child = untilExit(
    spawn(process.execPath, [script, `${port}`, `${DELAY_MS}`], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${line.toString().trim()}`;
  return {
    ...{ url, block, requests: async () => Number(await (await fetch(url)).text()) },
    stop: () => child.kill(),
  };
}

async function measureRound(what: Launch, remote: Remote, samples: Map<string, number[]>): Promise<void> {
  const home = temporaryFolder();
  const flags = ['--fork-url', remote.url, '--fork-block-number', `${BigInt(remote.block)}`];
  const forked: Launch = {
    ...what,
    args: (...given) => [...what.args(...given), ...flags],
    env: { HOME: home, XDG_CACHE_HOME: `${home}/cache` },
  };
  for (const state of ['cold', 'warm']) {
    const before = await remote.requests();
    const take = async (name: string, sample: number | Promise<number>) =>
      samples.set(`${name}, ${state}`, [...(samples.get(`${name}, ${state}`) ?? []), await sample]);
    const target = await launch(forked);
    await take('start to first answer', target.startMs);
    await take(
      `first call, ${SLOTS} slots`,
      timed(() => sumOf(target.port, LARGE, '0x', 0, SLOTS)),
    );
    await take(
      `suite of ${SUITE_CALLS} calls`,
      timed(() => suite(target.port)),
    );
    await target.stop();
    await take('requests to the node', (await remote.requests()) - before);
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Calls every contract with every part of its slots. */
async function suite(port: number): Promise<void> {
  for (let i = 0; i < SUITE_CALLS; i++) {
    const first = (SLOTS_OF_CALL * Math.floor(i / CONTRACTS)) % SLOTS;
    await sumOf(port, contract(i % CONTRACTS), word(first), first, SLOTS_OF_CALL);
  }
}

/** Calls a contract. Throws when the sum of its slots is wrong. */
async function sumOf(port: number, to: string, data: string, first: number, count: number): Promise<void> {
  const sum = each(count, (i) => first + i + 1).reduce((total, value) => total + value, 0);
  const result = await call<string>(port, 'eth_call', [{ to, data }, 'latest']);
  if (result !== word(sum)) throw new Error(`a call of ${to} returned ${result}, expected ${word(sum)}`);
}
