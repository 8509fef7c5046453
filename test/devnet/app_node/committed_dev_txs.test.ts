/** Sends changes of a dev authority whose blocks come late, and repeats them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MsgSetBalance } from '../../../src/codec/dev/accounts.js';
import { DEFAULT_SEED, developmentAuthority } from '../../../src/config/development_authority.js';
import { Authority } from '../../../src/devnet/actions/authority.js';
import { DevTxSender } from '../../../src/devnet/actions/dev_tx_sender.js';
import { CommittedDevTxs, waitMsOf } from '../../../src/devnet/app_node/committed_dev_txs.js';
import type { AppChain } from '../../../src/devnet/chain/chain.js';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import type { Devnet } from '../../../src/devnet/index.js';
import { CommandQueue } from '../../../src/devnet/runtime/command_queue.js';
import { DEFAULT_JSON_RPC_LIMITS } from '../../../src/rpc/jsonrpc/limits.js';
import { type Driven, follow, initChain, openDriven, requestOf } from './driven_kit.js';

const ADDRESS = new Uint8Array(20).fill(0xd0);

let folder: string;
let devnet: Devnet;
let runtime: ChainNode;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halley-app-'));
  devnet = await startDevnet({ seed: DEFAULT_SEED }, { onRuntime: (opened) => (runtime = opened) });
  await devnet.mine();
});

afterAll(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a sender on a driven application. `expire` ends every wait. */
function senderOn(chain: AppChain, waitMs?: number) {
  const waits: (() => void)[] = [];
  const delays: number[] = [];
  const schedule = (delayMs: number, action: () => void) => {
    delays.push(delayMs);
    waits.push(action);
    return () => waits.splice(waits.indexOf(action), 1);
  };
  const committed = new CommittedDevTxs(chain, new CommandQueue(), 'http://engine', {
    ...(waitMs !== undefined && { waitMs }),
    schedule,
  });
  const authority = new Authority(chain.app, { key: developmentAuthority(DEFAULT_SEED), hint: '' });
  const sender = new DevTxSender(chain, committed, authority, (message) => committed.refuseRepeated(message));
  const set = (balance: bigint) => sender.sendDevTx(MsgSetBalance, { address: ADDRESS, balance });
  const waiting = async (count: number): Promise<void> => {
    while (waits.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { set, waiting, delays, expire: () => waits.splice(0).map((action) => action()) };
}

async function aChain(name: string): Promise<{ readonly driven: Driven; readonly chain: AppChain }> {
  const driven = await openDriven(join(folder, name));
  await initChain(driven.application, runtime.chain.genesis);
  await follow(driven, runtime, 1n, 1n);
  return { driven, chain: driven.core.chain as AppChain };
}

/** Decides a block of the pending dev transactions. */
async function decide({ application, core }: Driven): Promise<void> {
  const txs = (core.chain as AppChain).app.devTxs.waiting.map(({ bytes }) => bytes);
  await application.finalizeBlock({ ...requestOf(runtime, 2n), txs });
  await application.commit();
}

it('names the transaction of a change that no block contains in time, and refuses to make the change twice', async () => {
  const { driven, chain } = await aChain('late');
  const { set, waiting, expire } = senderOn(chain);
  const first = set(7n).catch((error: unknown) => error);
  await waiting(1);
  expire();
  const late = (await first) as Error;
  const hash = /the dev transaction (0x[0-9A-F]{64}) is pending on this node/.exec(late.message)?.[1];
  expect(late).toMatchObject({ code: 'unavailable', facts: { hash } });
  expect(late.message).toContain(`do not send it again: http://engine/tx?hash=${hash} shows it`);
  await expect(set(7n)).rejects.toMatchObject({ code: 'conflict', facts: { hash } });
  expect(chain.app.devTxs.waiting).toHaveLength(1);
  const other = set(8n);
  await waiting(1);
  await decide(driven);
  await other;
  const again = set(7n);
  await waiting(1);
  expect(chain.app.devTxs.waiting).toHaveLength(1);
  expire();
  await expect(again).rejects.toThrow('no block contains the change after 60 s');
});

it('makes equal changes of two callers that both wait, and refuses one that a process before has left', async () => {
  const { driven, chain } = await aChain('equal');
  const { set, waiting } = senderOn(chain);
  const both = [set(7n), set(7n)];
  await waiting(2);
  await expect(senderOn(chain).set(7n)).rejects.toThrow('an earlier call has already sent this change');
  expect(chain.app.devTxs.waiting).toHaveLength(2);
  await decide(driven);
  await Promise.all(both);
});

it('names the transaction of each change that waits for the same block, and makes all of them later', async () => {
  const { driven, chain } = await aChain('several');
  const { set, waiting, expire } = senderOn(chain);
  const changes = [1n, 2n, 3n];
  const all = Promise.allSettled(changes.map(set));
  await waiting(3);
  expire();
  const hashes = (await all).map((outcome) => outcome.status === 'rejected' && outcome.reason.facts.hash);
  expect(new Set(hashes).size).toBe(3);
  for (const [i, hash] of hashes.entries())
    await expect(set(changes[i] as bigint)).rejects.toMatchObject({ code: 'conflict', facts: { hash } });
  expect(chain.app.devTxs.waiting).toHaveLength(3);
  await decide(driven);
  expect(chain.app.devTxs.waiting).toHaveLength(0);
});

it('names the transaction before the server ends the call', async () => {
  const { chain } = await aChain('limited');
  const { set, waiting, delays, expire } = senderOn(chain, waitMsOf(DEFAULT_JSON_RPC_LIMITS.callTimeMs));
  const late = set(7n).catch((error: unknown) => error);
  await waiting(1);
  expect(delays).toEqual([28_000]);
  expire();
  expect(await late).toMatchObject({ message: expect.stringContaining('no block contains the change after 28 s') });
  await expect(set(7n)).rejects.toThrow('an earlier call has already sent this change');
});

it('waits for a minute at most, and for a second at least', () => {
  expect([0, 600_000, 61_000, 10_500, 1_900, 100].map(waitMsOf)).toEqual([
    ...[60_000, 60_000, 60_000, 9_000, 1_000, 1_000],
  ]);
});
