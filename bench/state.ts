/**
 * Measures the versioned state alone: `npx tsx bench/state.ts [accounts] [blocks]`. A block touches three accounts and
 * the fee market's store, like one with a single transfer. `--expose-gc` (NODE_OPTIONS) gives exact heap figures.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAppState } from '../src/app/state/open.js';
import type { AppState, WorkingState } from '../src/app/state/types.js';
import { installFastCrypto } from '../src/crypto/install.js';
import { EMPTY_CODE_HASH } from '../src/evm/state.js';
import { utf8 } from '../src/kernel/text.js';
import { openLevelStore } from '../src/storage/level_store.js';
import type { Store } from '../src/storage/store.js';
import { figureOf } from './figures.js';

const ACCOUNTS = Number(process.argv[2] ?? 50_000);
const BLOCKS = Number(process.argv[3] ?? 5000);
const BASE_FEE = utf8('base_fee');
const WINDOW = 500;

const collectGarbage = (globalThis as { gc?: () => void }).gc;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function address(i: number): Uint8Array {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(0, Math.imul(i, 2654435761));
  new DataView(bytes.buffer).setUint32(16, i);
  return bytes;
}
const ADDRESSES = Array.from({ length: ACCOUNTS }, (_, i) => address(i));
const SLOTS = Array.from({ length: 1000 }, (_, i) => new Uint8Array(32).fill(i >> 8, 30, 31).fill(i, 31));
const addressAt = (i: number): Uint8Array => ADDRESSES[i % ACCOUNTS] as Uint8Array;

function pay(state: WorkingState, who: Uint8Array, amount: bigint): void {
  const account = state.account(who) ?? { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH };
  state.setAccount(who, { ...account, nonce: account.nonce + 1n, balance: account.balance + amount });
}

function baseFee(state: WorkingState, height: number): void {
  const value = new Uint8Array(9).fill(1);
  new DataView(value.buffer).setUint32(5, height);
  state.set('feemarket', BASE_FEE, value);
}

async function genesis(store: Store | undefined): Promise<AppState> {
  const state = await openAppState(store);
  const working = state.begin(0n);
  for (const who of ADDRESSES) working.setAccount(who, { nonce: 0n, balance: 10n ** 22n, codeHash: EMPTY_CODE_HASH });
  for (const slot of SLOTS) working.setStorage(addressAt(0), slot, Uint8Array.of(1));
  for (let i = 0; i < 20; i++) working.set('feemarket', utf8(`param${i}`), Uint8Array.of(1));
  const start = performance.now();
  const { writes } = state.seal();
  const sealed = performance.now();
  await store?.batch(writes);
  state.commit();
  say(`genesis of ${ACCOUNTS} accounts: seal ${(sealed - start).toFixed(0)} ms, ${writes.length} writes`);
  return state;
}

/** Returns the microseconds of each block's parts. */
async function blocks(state: AppState, store: Store | undefined, writeMore: (w: WorkingState, h: number) => void) {
  const [run, roots, batch] = [[], [], []] as number[][] as [number[], number[], number[]];
  for (let i = 0; i < BLOCKS; i++) {
    const height = Number(state.height) + 1;
    const start = performance.now();
    const working = state.begin(BigInt(height));
    pay(working, addressAt(height * 7919), -1000n);
    pay(working, addressAt(height * 104_729 + 1), 900n);
    pay(working, addressAt(1), 100n);
    baseFee(working, height);
    writeMore(working, height);
    const ready = performance.now();
    const { writes } = state.seal();
    const sealed = performance.now();
    await store?.batch(writes);
    const written = performance.now();
    state.commit();
    const end = performance.now();
    run.push((ready - start) * 1000);
    roots.push((sealed - ready + end - written) * 1000);
    batch.push((written - sealed) * 1000);
  }
  return { run, roots, batch };
}

const summary = (samples: readonly number[]): string => {
  const { best, median } = figureOf(samples, 'µs');
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  return `median ${median.toFixed(1)}, mean ${mean.toFixed(1)}, best ${best.toFixed(1)}`;
};
const heapMiB = (): string => {
  collectGarbage?.();
  const { heapUsed, external } = process.memoryUsage();
  return `${(heapUsed / 2 ** 20).toFixed(0)} MiB heap, ${(external / 2 ** 20).toFixed(0)} MiB external`;
};

async function chain(name: string, store: Store | undefined): Promise<AppState> {
  say(`\n${name}`);
  const state = await genesis(store);
  say(`  after genesis: ${heapMiB()}`);
  const { run, roots, batch } = await blocks(state, store, () => {});
  say(`  3 writes, µs: ${summary(run)}`);
  say(`  seal + commit, µs: ${summary(roots)}`);
  for (let at = 0; at < roots.length; at += Math.max(WINDOW, BLOCKS / 5))
    say(`    blocks ${at}..${at + WINDOW}: ${summary(roots.slice(at, at + WINDOW))}`);
  if (store !== undefined) say(`  batch, µs: ${summary(batch)}`);
  say(`  after ${BLOCKS} blocks: ${heapMiB()}`);
  const token = await blocks(state, store, (working, h) => {
    working.setStorage(addressAt(0), SLOTS[h % 1000] as Uint8Array, Uint8Array.of(1 + (h & 63), h & 255));
    working.setStorage(addressAt(0), SLOTS[(h * 7) % 1000] as Uint8Array, Uint8Array.of(1 + (h & 63), h & 255));
  });
  say(`  with 2 slots of one contract, seal + commit, µs: ${summary(token.roots)}`);
  return state;
}

function time(name: string, count: number, once: (i: number) => unknown): void {
  const rounds = Array.from({ length: 7 }, () => {
    const start = performance.now();
    for (let i = 0; i < count; i++) once(i);
    return ((performance.now() - start) * 1000) / count;
  });
  const { best, median } = figureOf(rounds, 'µs');
  say(`  ${name}: median ${median.toFixed(2)}, best ${best.toFixed(2)} µs`);
}

function reads(state: AppState): void {
  const tip = state.height ?? 0n;
  const { latest } = state;
  const working = state.begin(tip + 1n);
  time('account at the latest height', 20_000, (i) => latest.account(addressAt(i * 7919)));
  time('slot at the latest height', 20_000, (i) => latest.storage(addressAt(0), SLOTS[i % 1000] as Uint8Array));
  time('account through a working set', 20_000, (i) => working.account(addressAt(i * 7919)));
  const old = state.at(tip / 2n);
  time(`account with ${tip} versions, half way back`, 200, () => old.account(addressAt(1)));
  const recent = state.at(tip - 3n);
  time('the same, 3 heights back', 200, () => recent.account(addressAt(1)));
  time('checkpoint, 3 writes, back', 5000, (i) => {
    const checkpoint = working.checkpoint();
    for (const who of [i, i + 1, i + 2]) pay(working, addressAt(who), 1n);
    working.revertTo(checkpoint);
  });
  time('fork, 3 writes', 5000, (i) => {
    const fork = state.fork();
    for (const who of [i, i + 1, i + 2]) pay(fork, addressAt(who), 1n);
  });
  time('account proof at the latest height', 200, (i) => state.proveAccount(tip, addressAt(i * 31), []));
  time('store proof at the latest height', 200, () => state.proveStore(tip, 'feemarket', BASE_FEE));
  // Seven rounds of five heights are more than the cache holds, so each proof rebuilds the trie.
  for (const back of [1000, Number(tip)])
    time(`account proof ${back} heights back, trie rebuilt each time`, 5, (i) =>
      state.proveAccount(tip - BigInt(back - i), addressAt(i), []),
    );
}

async function reverts(state: AppState, store: Store | undefined): Promise<void> {
  const samples: number[] = [];
  for (let i = 0; i < 200; i++) {
    const height = (state.height ?? 0n) + 1n;
    const working = state.begin(height);
    for (const who of [i, i + 1, i + 2]) pay(working, addressAt(who), 1n);
    const { writes: sealed } = state.seal();
    await store?.batch(sealed);
    state.commit();
    const start = performance.now();
    const writes = state.revertTo(height - 1n);
    samples.push((performance.now() - start) * 1000);
    await store?.batch(writes);
  }
  say(`  revert of a block, µs: ${summary(samples)}`);
  for (const back of [100n, 1000n]) {
    const start = performance.now();
    const writes = state.revertTo((state.height ?? 0n) - back);
    say(`  revert of ${back} heights: ${((performance.now() - start) * 1000).toFixed(0)} µs, ${writes.length} writes`);
    await store?.batch(writes);
  }
}

async function onDisk(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'halley-bench-'));
  try {
    const store = await openLevelStore(folder);
    const state = await chain('On disk', store);
    reads(state);
    await reverts(state, store);
    const start = performance.now();
    await openAppState(store);
    say(`  opening again: ${(performance.now() - start).toFixed(0)} ms`);
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inMemory(): Promise<void> {
  const state = await chain('In memory', undefined);
  reads(state);
  await reverts(state, undefined);
}

await installFastCrypto();
await inMemory();
await onDisk();
