/** Measures transfers through the provider of a devnet in this process: everything except sockets. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Devnet } from '../src/devnet/index.js';
import { type Figure, figureOf } from './figures.js';
import { type Sender, senders, transfers } from './transactions.js';

const WAITING = 1024;
/** Dev changes that one block takes. */
const SET = 1000;
const SNAPSHOTS = 1000;

/** Built library, as a program that depends on it loads it. */
export const LIBRARY = new URL('../dist/index.mjs', import.meta.url).href;

/** Work of a new process. */
interface FreshWork {
  readonly raws: readonly string[];
  /** Numbers of transactions, in ascending order, after which the time is read. */
  readonly marks: readonly number[];
  readonly heights: number;
  /** Transactions that are sent after each snapshot. */
  readonly snapshots: readonly (readonly string[])[];
}

/** Milliseconds of the parts of the work. */
interface FreshTimes {
  readonly startMs: number;
  readonly marksMs: readonly number[];
  readonly heightsMs: number;
  readonly snapshotsMs: number;
}

/** Library that opens a chain in its process. */
export interface Library {
  /** URL of its main module. */
  readonly library: string;
  /** Program of Node.js. */
  readonly node: string;
  /** Working folder. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const HALLEY: Library = { library: LIBRARY, node: process.execPath, folder: process.cwd() };

/** Measures a library in a new process (`fresh_process.mjs`). */
export function inFreshProcess({ library, node, folder, env }: Library, work: FreshWork): FreshTimes {
  const script = fileURLToPath(new URL('fresh_process.mjs', import.meta.url));
  const { stdout, status } = spawnSync(node, [script, library], {
    cwd: folder,
    env: { ...process.env, ...env },
    input: JSON.stringify(work),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
  return JSON.parse(stdout) as FreshTimes;
}

/** Milliseconds, or MiB, of each row. Less is better. */
export type Sample = Readonly<Record<string, number>>;

const FIRST = 100;
const WARM_UP = 1500;
const WARM = 1000;
const HEIGHTS = 200;
const REVERTED = 40;
const PER_SNAPSHOT = 5;
const RECIPIENTS = 20;

/** Measures a library in a new process that does what test suites do. */
export async function likeASuite(library: Library): Promise<Sample> {
  const sender = (await senders()).slice(0, 1);
  const raws = transfers(sender, WARM_UP + WARM, RECIPIENTS);
  const { nonce } = sender[0] as Sender;
  const snapshots = Array.from({ length: REVERTED }, () => {
    (sender[0] as Sender).nonce = nonce;
    return transfers(sender, PER_SNAPSHOT, RECIPIENTS);
  });
  const marks = [1, FIRST, WARM_UP, WARM_UP + WARM];
  const { startMs, marksMs, heightsMs, snapshotsMs } = inFreshProcess(library, {
    raws,
    marks,
    heights: HEIGHTS,
    snapshots,
  });
  const [one = 0, first = 0, warm = 0, end = 0] = marksMs;
  return {
    'in process: import, create, first call, ms': startMs,
    'in process: first transaction, ms': one,
    [`in process: first ${FIRST} transfers, ms each`]: first / FIRST,
    'in process: warm transfer, ms': (end - warm) / WARM,
    'in process: empty height, 4 validators, ms': heightsMs / HEIGHTS,
    [`in process: snapshot, ${PER_SNAPSHOT} transfers, revert, ms`]: snapshotsMs / REVERTED,
  };
}

export async function inProcessTransfers(
  count: number,
  rounds: number,
  blocks: number,
): Promise<(readonly [string, Figure])[]> {
  const { createDevnet } = (await import(LIBRARY)) as typeof import('../src/devnet/index.js');
  const devnet = await createDevnet({ jsonRpc: false, rpc: false, assets: false });
  const from = await senders();
  const send = async (raws: readonly string[]): Promise<void> => {
    for (const raw of raws) await devnet.provider.request({ method: 'eth_sendRawTransaction', params: [raw] });
  };
  const perTransfer = async (who: readonly Sender[] = from): Promise<Figure> => {
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const raws = transfers(who, count, 20);
      const start = performance.now();
      await send(raws);
      samples.push((performance.now() - start) / count);
    }
    return figureOf(samples, 'ms');
  };
  await perTransfer();
  const fresh = await perTransfer();
  await send(transfers(from, blocks, 20));
  const later = await perTransfer();
  const [active, idle] = [from.slice(0, 2), from.slice(2)];
  await send(waitingTransfers(idle));
  const crowded = await perTransfer(active);
  const back = await perSnapshot(devnet, from, rounds);
  const set = await perBalanceSet(devnet, rounds);
  await devnet.close();
  return [
    ['a transfer', fresh],
    [`a transfer after ${blocks} blocks`, later],
    [`a transfer beside ${WAITING} queued transactions`, crowded],
    [`hardhat_setBalance, ${SET} without a block`, set],
    [`evm_snapshot and evm_revert beside ${WAITING} queued transactions`, back],
  ];
}

/** Measures a snapshot, a transfer and a revert. */
async function perSnapshot({ provider }: Devnet, [sender]: readonly Sender[], rounds: number): Promise<Figure> {
  const samples: number[] = [];
  const [raw] = sender === undefined ? [] : transfers([{ ...sender }], 1, 20);
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let at = 0; at < SNAPSHOTS; at++) {
      const id = await provider.request({ method: 'evm_snapshot' });
      await provider.request({ method: 'eth_sendRawTransaction', params: [raw] });
      await provider.request({ method: 'evm_revert', params: [id] });
    }
    samples.push((performance.now() - start) / SNAPSHOTS);
  }
  return figureOf(samples, 'ms');
}

/** Sets the balance of a new account in each call. Then a block takes all changes. */
async function perBalanceSet({ provider, mine }: Devnet, rounds: number): Promise<Figure> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let at = 0; at < SET; at++) {
      const address = `0x${(0x5e7 * 2 ** 32 + round * SET + at).toString(16).padStart(40, '0')}`;
      await provider.request({ method: 'hardhat_setBalance', params: [address, '0xde0b6b3a7640000'] });
    }
    samples.push((performance.now() - start) / SET);
    await mine();
  }
  return figureOf(samples, 'ms');
}

/** Makes as many transfers as the pool holds for a missing earlier nonce. */
function waitingTransfers(from: readonly Sender[]): string[] {
  for (const sender of from) sender.nonce++;
  return transfers(from, WAITING, 20);
}
