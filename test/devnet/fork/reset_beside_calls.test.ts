/** Resets a devnet to other forks while clients send, read and subscribe. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as afterIo } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import devGenesis from '../../../genesis/dev.json' with { type: 'json' };
import type { DevnetOptions } from '../../../src/devnet/index.js';
import { RandomStream, seedStream } from '../../../src/kernel/random.js';
import { dev } from '../../app/support/wallet.js';
import { type Opened, open, openFork } from './forked_devnet.js';
import { type Served, serve } from './origin.js';
import { connect } from './socket.js';

const SEED = process.env['HALLEY_SEED'] ?? 'resets 1';
const RESETS = 24;
/** Transfers after a reset that the next one may wait for. */
const SENDS_BETWEEN = 6;
const MARKED = '0x00000000000000000000000000000000000000aa';
const SERVED: DevnetOptions = { seed: 'fork', jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] } };

/** Facts of the blocks that the test forks: no two have the same balance. */
const PLACES = [
  { origin: 'one', block: 2, chain: 31_337, balance: 0x11 },
  { origin: 'one', block: 4, chain: 31_337, balance: 0x12 },
  { origin: 'other', block: 3, chain: 55, balance: 0x21 },
  { origin: 'other', block: 6, chain: 55, balance: 0x22 },
] as const;
const NO_FORK = { chain: 31_337, balance: 0 };

let origins: Readonly<Record<'one' | 'other', Served>>;
beforeAll(async () => {
  const one = await serve({ seed: 'one', miningMode: 'manual' });
  const genesis = { ...devGenesis, chain_id: 'x_55-1' };
  const other = await serve({ genesis, miningMode: 'manual' });
  origins = { one, other };
  for (const { origin, block, balance } of PLACES) {
    const { ask, devnet } = origins[origin];
    await ask('anvil_setBalance', MARKED, `0x${balance.toString(16)}`);
    // The next dev change is in the newest block, which is another one.
    await devnet.mine({ blocks: block + 1 - Number(devnet.height) });
  }
  // The origins are others in each run, so no run may use what an earlier one has read.
  const cache = await mkdtemp(join(tmpdir(), 'halley-cache-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
  return async () => {
    vi.unstubAllEnvs();
    await rm(cache, { recursive: true, force: true });
    await one.devnet.close();
    await other.devnet.close();
  };
});

const forking = ({ origin, block }: (typeof PLACES)[number]) => ({
  forking: { jsonRpcUrl: origins[origin].url, blockNumber: block },
});

/** A request whose chain goes while it waits, or whose height does, is refused: the client asks again. */
const GONE = /was replaced by a reset .* send it again|height \d+ was reverted/;

/** Returns a function that asks again until it is not refused for `GONE`. */
const patient =
  ({ ask }: Opened): Opened['ask'] =>
  async (...call) => {
    for (;;)
      try {
        return await ask(...call);
      } catch (error) {
        if (!GONE.test(String(error))) throw error;
        await afterIo();
      }
  };

/** Sends transfers, and calls `onSent` for each that was acknowledged. Each is in a block at once, or its chain has gone. */
async function sends(opened: Opened, account: number, isOver: () => boolean, onSent: () => void): Promise<void> {
  const ask = patient(opened);
  // The node chooses fees by the chain that it has then; these suffice on each.
  const fees = { maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x1' };
  const transfer = { from: dev(account).address, to: dev(9).address, value: '0x1', ...fees };
  while (!isOver()) {
    await afterIo();
    const hash = await ask('eth_sendTransaction', transfer);
    onSent();
    const [receipt, tx] = await Promise.all([
      ask('eth_getTransactionReceipt', hash),
      ask('eth_getTransactionByHash', hash),
    ]);
    if (receipt !== null) expect(receipt.status).toBe('0x1');
    if (tx !== null) expect(tx.hash).toBe(hash);
  }
}

/** Reads facts that belong to one of the places. */
async function reads(opened: Opened, isOver: () => boolean): Promise<ReadonlySet<number>> {
  const ask = patient(opened);
  const seen = new Set<number>();
  while (!isOver()) {
    await afterIo();
    const [balance, chain] = [await ask('eth_getBalance', MARKED, 'latest'), await ask('eth_chainId')];
    expect([NO_FORK, ...PLACES].map((place) => place.balance)).toContain(Number(balance));
    expect([31_337, 55]).toContain(Number(chain));
    const block = await ask('eth_getBlockByNumber', 'latest', true);
    const again = await ask('eth_getBlockByHash', block.hash, true);
    if (again !== null) expect(again).toEqual(block);
    seen.add(Number(balance));
  }
  return seen;
}

/** Subscribes to heads, and returns them when it is over: each follows on the one before it, or a reset was between. */
async function heads(
  { devnet }: Opened,
  over: Promise<void>,
): Promise<readonly { number: string; parentHash: string; hash: string }[]> {
  const socket = await connect(devnet.urls.evmWs as string);
  const subscription = await socket.ask('eth_subscribe', 'newHeads');
  await over;
  const found = [];
  await devnet.mine();
  const last = await socket.ask('eth_getBlockByNumber', 'latest', false);
  for (;;) {
    const [push] = await socket.pushes(1);
    expect(push?.subscription).toBe(subscription);
    found.push(push?.result);
    if (push?.result.hash === last.hash) break;
  }
  socket.close();
  return found;
}

it(`resets beside sends, reads and subscriptions leave the chain of a fresh start (${RESETS} resets, seed ${SEED})`, async () => {
  const fork = await open(SERVED);
  const random = new RandomStream(seedStream(SEED, 'resets'));
  let [isOver, sent] = [false, 0];
  let end = (): void => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const sending = Promise.all(
    [1, 2].map((account) =>
      sends(
        fork,
        account,
        () => isOver,
        () => {
          sent += 1;
        },
      ),
    ),
  );
  const busy = Promise.all([reads(fork, () => isOver), reads(fork, () => isOver), heads(fork, over)]);
  const outcomes = { done: 0, overtaken: 0 };
  for (let reset = 0; reset < RESETS; reset++) {
    const targets = [...PLACES, undefined];
    const drawn = () => targets[random.below(targets.length)];
    // Two resets at once: the later one ends the earlier one.
    const asked = random.below(4) === 0 ? [drawn(), drawn()] : [drawn()];
    const all = await Promise.allSettled(
      asked.map((place) =>
        place === undefined ? fork.ask('hardhat_reset') : fork.ask('hardhat_reset', forking(place)),
      ),
    );
    for (const { status } of all) outcomes[status === 'fulfilled' ? 'done' : 'overtaken'] += 1;
    const last = asked.at(-1) ?? NO_FORK;
    expect(Number(await fork.ask('eth_getBalance', MARKED, 'latest'))).toBe(last.balance);
    expect(Number(await fork.ask('eth_chainId'))).toBe(last.chain);
    const target = sent + random.below(SENDS_BETWEEN);
    while (sent < target) await afterIo();
  }
  isOver = true;
  end();
  expect(outcomes.done).toBeGreaterThanOrEqual(RESETS);
  await sending;
  const [seen, alsoSeen, seenHeads] = await busy;
  expect(new Set([...seen, ...alsoSeen]).size).toBeGreaterThan(1);
  expect(seenHeads.length).toBeGreaterThan(RESETS);
  const [place] = PLACES;
  await fork.ask('hardhat_reset', forking(place));
  const fresh = await openFork(origins[place.origin].url, SERVED, { blockNumber: BigInt(place.block) });
  for (const { test } of [fork, fresh]) await test.send(3, { to: dev(9).address, value: 7n });
  const summary = async ({ ask, devnet }: Opened) => [
    ...(await Promise.all(['0x1', '0x2', '0x3', '0x4'].map((number) => ask('eth_getBlockByNumber', number, true)))),
    [devnet.chainId, devnet.height, devnet.time.now, devnet.accounts],
    await ask('txpool_content'),
  ];
  expect(await summary(fork)).toEqual(await summary(fresh));
  expect(fork.failures).toEqual([]);
});
