/**
 * Measures how memory, the time of a block and the time of a read change while a chain grows: in blocks, in accounts,
 * and in snapshots that are reverted. Draws the result as docs/images/scale.svg.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { to0x } from '../src/kernel/hex.js';
import { call, callAll } from './client.js';
import { figureOf, latencies } from './figures.js';
import { drawScale, type Growth, type Sample } from './scale_picture.js';
import { rounded } from './table.js';
import { halley, launch, residentMiB, type Target } from './targets.js';
import { recipient, type Sender, senders, transfers } from './transactions.js';

const PICTURE = fileURLToPath(new URL('../docs/images/scale.svg', import.meta.url));
/** Samples of each growth. */
const SAMPLES = 20;
/** Reads of each kind at each sample. */
const READS = 100;
/** Transfers of a block that creates accounts. */
const TRANSFERS = 500;
/** Part of all samples that the table shows. */
const SHOWN = 4;

/** Makes the chain grow by so many units; returns the number of blocks or pairs whose time counts. */
type Grow = (units: number) => Promise<number>;

export async function measureScale(quick: boolean): Promise<void> {
  const part = quick ? 10 : 1;
  const target = await launch(halley);
  const from = await senders();
  const growths = [
    await growth('blocks', 100_000 / part, target, blocks(target, from)),
    await growth('accounts', 100_000 / part, target, accounts(target, from)),
    await growth('snapshots', 10_000 / part, target, snapshots(target, from)),
  ];
  await target.stop();
  print(growths);
  // A quick run does not replace the picture of a whole one.
  if (quick && existsSync(PICTURE)) return;
  mkdirSync(fileURLToPath(new URL('.', `file://${PICTURE}`)), { recursive: true });
  writeFileSync(PICTURE, drawScale(growths));
}

async function growth(name: string, units: number, target: Target, grow: Grow): Promise<Growth> {
  const samples: Sample[] = [];
  for (let i = 1; i <= SAMPLES; i++) {
    const start = performance.now();
    const made = await grow(units / SAMPLES);
    const blockMs = (performance.now() - start) / made;
    samples.push({
      at: (units * i) / SAMPLES,
      mib: residentMiB(target.pid) ?? Number.NaN,
      blockMs,
      ...(await reads(target)),
    });
  }
  return { name, samples };
}

/** One transfer a block, sent one after another. */
const blocks =
  ({ port }: Target, from: readonly Sender[]): Grow =>
  async (units) => {
    for (const raw of transfers(from, units, 20)) await call(port, 'eth_sendRawTransaction', [raw]);
    return units;
  };

/** Blocks of transfers to new accounts. */
function accounts({ port }: Target, from: readonly Sender[]): Grow {
  let made = 0;
  return async (units) => {
    await call(port, 'evm_setAutomine', [false]);
    for (let left = units; left > 0; left -= TRANSFERS) {
      const raws = transfers(from, Math.min(left, TRANSFERS), TRANSFERS, made);
      made += raws.length;
      await callAll(
        port,
        'eth_sendRawTransaction',
        raws.map((raw) => [raw]),
      );
      await call(port, 'evm_mine', []);
    }
    await call(port, 'evm_setAutomine', [true]);
    return Math.ceil(units / TRANSFERS);
  };
}

/** A snapshot, a transfer in a block of its own, and the revert. */
const snapshots =
  ({ port }: Target, from: readonly Sender[]): Grow =>
  async (units) => {
    const [sender] = from as [Sender];
    const [raw] = transfers([sender], 1, 1) as [string];
    // The revert takes the transaction back, so the same one is valid again.
    sender.nonce--;
    for (let i = 0; i < units; i++) {
      const id = await call(port, 'evm_snapshot', []);
      await call(port, 'eth_sendRawTransaction', [raw]);
      await call(port, 'evm_revert', [id]);
    }
    return units;
  };

/** Times reads at the head, and of blocks that are spread over the whole chain. */
async function reads({ port }: Target): Promise<Pick<Sample, 'newMs' | 'oldMs'>> {
  const head = Number(await call<string>(port, 'eth_blockNumber', []));
  const median = async (once: (i: number) => Promise<unknown>): Promise<number> =>
    figureOf(await latencies(READS, once), 'ms').median;
  const account = to0x(recipient(7));
  return {
    newMs: await median(() => call(port, 'eth_getBalance', [account, 'latest'])),
    oldMs: await median(async (i) => {
      const block = `0x${(1 + Math.floor((i * (head - 1)) / READS)).toString(16)}`;
      await call(port, 'eth_getBlockByNumber', [block, true]);
      await call(port, 'eth_getBalance', [account, block]);
    }),
  };
}

function print(growths: readonly Growth[]): void {
  console.log(
    '| growth | resident MiB | ms a block or pair | ms a read at the head | ms a block and a balance of the past |',
  );
  console.log('|---|---|---|---|---|');
  for (const { name, samples } of growths)
    for (const { at, mib, blockMs, newMs, oldMs } of samples.filter((_, i) => (i + 1) % SHOWN === 0 || i === 0))
      console.log(`| ${at} ${name} | ${mib.toFixed(0)} | ${[blockMs, newMs, oldMs].map(rounded).join(' | ')} |`);
}
