/** Tests a devnet whose genesis enables PBTS: time modes, skewed clocks, and going on from what is stored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { createDevnet, type Devnet, verifyHome, verifyNode } from '../../src/devnet/index.js';
import { ask } from '../support/ask.js';

/** Height from which blocks have their proposer's time. */
const FIRST = 3;

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
function timedGenesis(): any {
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  const genesis = developmentGenesis({ chainId: 'timed_7008-1', seed: 'timed' }) as any;
  const feature = { pbts_enable_height: `${FIRST}` };
  return { ...genesis, consensus_params: { ...genesis.consensus_params, feature } };
}

async function open(home?: string): Promise<Devnet> {
  const options = { genesis: timedGenesis(), seed: 'timed', validators: 4, ...(home !== undefined && { home }) };
  const devnet = await createDevnet({ ...options, rpc: { address: '127.0.0.1:0' }, assets: false });
  onTestFinished(() => devnet.close());
  return devnet;
}

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'halley-pbts-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Returns time, round and hash of the newest block. */
async function newest(devnet: Devnet) {
  // biome-ignore lint/suspicious/noExplicitAny: results of any shape
  const get = async (path: string): Promise<any> =>
    ((await (await fetch(`${devnet.urls.cometRpc}/v0.38/${path}`)).json()) as { result: unknown }).result;
  const { block, block_id } = await get('block');
  const { signed_header } = await get('commit');
  return { time: block.header.time, round: signed_header.commit.round, hash: block_id.hash };
}

const timestampOf = async (devnet: Devnet): Promise<number> =>
  Number((await ask(devnet, 'eth_getBlockByNumber', 'latest', false)).timestamp);

it('gives blocks the times that jumps, fixed times and steps ask for', async () => {
  const devnet = await open();
  await devnet.mine({ blocks: FIRST });
  const start = await timestampOf(devnet);
  await ask(devnet, 'evm_setNextBlockTimestamp', start + 1000);
  await ask(devnet, 'evm_mine');
  expect(await timestampOf(devnet)).toBe(start + 1000);
  await ask(devnet, 'evm_increaseTime', 21 * 86_400);
  await ask(devnet, 'evm_mine');
  const jumped = await timestampOf(devnet);
  expect(jumped).toBeGreaterThanOrEqual(start + 1000 + 21 * 86_400);
  await ask(devnet, 'anvil_setBlockTimestampInterval', 7);
  await devnet.mine({ blocks: 5 });
  expect(await timestampOf(devnet)).toBe(jumped + 35);
  expect((await newest(devnet)).round).toBe(0);
});

it('refuses the proposal of a clock that is ahead, and takes one whose lead is within the precision', async () => {
  const devnet = await open();
  await devnet.mine({ blocks: FIRST });
  for (const node of [0, 1, 2, 3]) devnet.network.setClockSkew(node, node === 0 ? 0 : 400);
  await devnet.mine({ blocks: 4 });
  expect((await newest(devnet)).round).toBe(0);
  for (const node of [1, 2, 3]) devnet.network.setClockSkew(node, 0);
  const rounds = [];
  devnet.network.setClockSkew(2, 3_600_000);
  for (let block = 0; block < 4; block++) {
    await devnet.mine({ blocks: 1 });
    rounds.push((await newest(devnet)).round);
  }
  expect(rounds.sort()).toEqual([0, 0, 0, 1]);
  expect(await verifyNode(devnet.urls.cometRpc as string)).toMatchObject({ height: devnet.height, problems: [] });
});

it('a detour and a revert across the enabling height change nothing', async () => {
  const straight = await open();
  const other = await open();
  for (const devnet of [straight, other]) await devnet.mine({ blocks: 1 });
  const snapshot = await ask(other, 'evm_snapshot');
  other.network.setClockSkew(1, 300);
  await ask(other, 'evm_increaseTime', 500);
  await other.mine({ blocks: 4 });
  await ask(other, 'evm_revert', snapshot);
  for (const devnet of [straight, other]) await devnet.mine({ blocks: 4 });
  expect(await newest(other)).toEqual(await newest(straight));
});

it('a restart across the enabling height changes nothing', async () => {
  const straight = await open();
  await straight.mine({ blocks: 5 });
  const home = temporaryHome();
  let killed = await open(home);
  for (const blocks of [1, 2, 2]) {
    await killed.mine({ blocks });
    const { height } = killed;
    await killed.close();
    killed = await open(home);
    expect(killed.height).toBe(height);
  }
  expect((await newest(killed)).time).toBe((await newest(straight)).time);
  await killed.close();
  expect(await verifyHome(home)).toMatchObject({ problems: [] });
});
