/** The history of a chain in memory: what has moved to the temporary file reads as if it were in memory. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startDevnet } from '../../../src/devnet/devnet.js';
import type { Devnet, DevnetOptions } from '../../../src/devnet/index.js';
import { verifyNode } from '../../../src/devnet/verify/node/verify_node.js';
import { OverflowFile } from '../../../src/storage/overflow_file.js';

/** Blocks of `fill`, whose records fill more than one page of each map. */
const MANY = 30;
/** Code of a creation that writes 300 slots, with 20 kB after it. */
const WRITER = `0x61012c5b8080556001900380600357${'00'.repeat(20_000)}`;
const TOPICS = 5;

const open = async (memoryBytes: number | undefined, options: DevnetOptions = {}): Promise<Devnet> => {
  const servers = { jsonRpc: false, rpc: true, assets: false } as const;
  const devnet = await startDevnet({ ...servers, seed: 'overflow', validators: 1, ...options }, { memoryBytes });
  onTestFinished(() => devnet.close());
  return devnet;
};

const ask = <T = unknown>({ provider }: Devnet, method: string, ...params: readonly unknown[]): Promise<T> =>
  provider.request({ method, params }) as Promise<T>;

const route = async ({ urls }: Devnet, path: string): Promise<unknown> =>
  ((await (await fetch(`${urls.cometRpc}/${path}`)).json()) as { result: unknown }).result;

const topic = (number: number): string => number.toString(16).padStart(64, '0');

/** Creates contracts that emit one log each, and sends a distinct value to a distinct account. */
async function sendTransactions(devnet: Devnet, first: number): Promise<readonly string[]> {
  const [from] = await ask<string[]>(devnet, 'eth_accounts');
  const hashes: string[] = [];
  for (let i = first; i < first + TOPICS; i++) {
    const to = `0x${(0x1000 + i).toString(16).padStart(40, '0')}`;
    hashes.push(await ask<string>(devnet, 'eth_sendTransaction', { from, data: `0x7f${topic(i)}60006000a1` }));
    hashes.push(await ask<string>(devnet, 'eth_sendTransaction', { from, to, value: `0x${(7 + i).toString(16)}` }));
  }
  return hashes;
}

async function fill(devnet: Devnet): Promise<void> {
  const [, from] = await ask<string[]>(devnet, 'eth_accounts');
  for (let i = 0; i < MANY; i++) await ask(devnet, 'eth_sendTransaction', { from, data: WRITER, gas: '0x989680' });
}

/** Everything that clients read of old blocks. */
async function answers(devnet: Devnet, hashes: readonly string[], state: string): Promise<unknown> {
  await devnet.dumpState(state);
  const [from] = await ask<string[]>(devnet, 'eth_accounts');
  return {
    first: await ask(devnet, 'eth_getBlockByNumber', '0x1', true),
    earliest: await ask(devnet, 'eth_getBlockByNumber', 'earliest', true),
    receipts: await Promise.all(hashes.map((hash) => ask(devnet, 'eth_getTransactionReceipt', hash))),
    logs: await ask(devnet, 'eth_getLogs', { fromBlock: 'earliest', toBlock: 'latest' }),
    balances: await Promise.all(
      ['0x1', '0x5', '0x9', 'latest'].map((block) => ask(devnet, 'eth_getBalance', from, block)),
    ),
    proof: await ask(devnet, 'eth_getProof', from, [], '0x9'),
    block: await route(devnet, 'block?height=1'),
    results: await route(devnet, 'block_results?height=3'),
    validators: await route(devnet, 'validators?height=2'),
    commit: await route(devnet, 'commit?height=4'),
    found: await route(devnet, 'tx_search?query="tx.height<12"'),
    state: readFileSync(state, 'utf8'),
  };
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overflow-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('answers from the file as from memory, also after a snapshot, a detour and a revert', {
  timeout: 240_000,
}, async () => {
  const folder = aFolder();
  const read = vi.spyOn(OverflowFile.prototype, 'read');
  const story = async (devnet: Devnet, name: string, withDetour: boolean): Promise<unknown> => {
    const before = await sendTransactions(devnet, 1);
    await fill(devnet);
    if (withDetour) {
      const snapshot = await devnet.snapshot();
      await sendTransactions(devnet, 50);
      await fill(devnet);
      await devnet.revert(snapshot);
    }
    const after = await sendTransactions(devnet, 100);
    await fill(devnet);
    return await answers(devnet, [...before, ...after], join(folder, name));
  };
  const kept = await story(await open(undefined), 'kept', false);
  expect(read).not.toHaveBeenCalled();
  const devnet = await open(0);
  const moved = await story(devnet, 'moved', true);
  expect(read).toHaveBeenCalled();
  expect(moved).toEqual(kept);
  expect(await verifyNode(devnet.urls.cometRpc as string)).toMatchObject({ height: devnet.height, problems: [] });
});

it('keeps history in memory, and warns once, where no temporary file can be written', async () => {
  vi.stubEnv('TMPDIR', join(aFolder(), 'missing'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const warnings: string[] = [];
  const devnet = await open(0, { onStorageWarning: (text) => warnings.push(text) });
  const [hash] = await sendTransactions(devnet, 1);
  await fill(devnet);
  expect(warnings).toEqual([expect.stringContaining('cannot be written')]);
  expect(await ask(devnet, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', blockNumber: '0x2' });
});

it('holds no more pages in memory after more blocks', async () => {
  const writes = vi.spyOn(OverflowFile.prototype, 'write');
  const devnet = await open(2 ** 20);
  const pagesOfFill = async (): Promise<number> => {
    writes.mockClear();
    await fill(devnet);
    return writes.mock.calls.length;
  };
  expect(await pagesOfFill()).toBeLessThan(await pagesOfFill());
  // From now on as many pages leave memory as are filled.
  const later = [await pagesOfFill(), await pagesOfFill()];
  expect(Math.min(...later)).toBeGreaterThanOrEqual((MANY * 30_000) / 2 ** 18);
});
