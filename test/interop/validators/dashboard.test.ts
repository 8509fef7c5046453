/**
 * Opens the dashboard of an application under CometBFT: the feed shows the rounds that the engine reports, also those
 * that need another proposer, and the page goes on when the engine was away.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserKit, CAN_BROWSE } from '../../dashboard/browser/page_kit.js';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { FeedReader } from './feed_reader.js';
import { eventually, type Network, startNetwork } from './network.js';
import type { Node } from './node.js';

interface Commit {
  readonly signed_header: {
    readonly commit: { readonly round: number; readonly block_id: { readonly hash: string } };
  };
}

const CHAIN = 'halley_31337-1';
const [PREVOTE, PRECOMMIT] = [1, 2];
const COMMIT_STEP = 8;

let network: Network;
let observed: Node;
let dashboard: string;

const dashboardOf = ({ home }: Node): string => `http://127.0.0.1:${home.planned.ports.dashboard}`;

/** Compares what the feed has shown of a height with what the engine has stored. */
async function expectDecision(feed: FeedReader, height: number): Promise<void> {
  const { commit } = (await observed.ask<Commit>(`commit?height=${height}`)).signed_header;
  const { rounds, proposals, votes, steps, decided } = feed.height(height);
  const block = commit.block_id.hash.slice(0, 12).toLowerCase();
  expect(decided).toEqual([commit.round, block]);
  // A node may be in a later round when it receives the precommits of an earlier one.
  expect([...rounds].slice(0, commit.round + 1)).toEqual(Array.from({ length: commit.round + 1 }, (_, round) => round));
  expect(proposals).toContain(block);
  expect(steps).toContainEqual([commit.round, COMMIT_STEP]);
  for (const type of [PREVOTE, PRECOMMIT]) {
    const forBlock = [...votes].filter(([key, of]) => key.startsWith(`${commit.round}/${type}/`) && of === block);
    expect(forBlock.length).toBeGreaterThanOrEqual(3);
  }
}

beforeAll(async () => {
  if (cometbftIsAbsent) return;
  network = await startNetwork({ validators: 4 });
  observed = network.node(0);
  dashboard = dashboardOf(observed);
});
afterAll(() => network?.close());

describe.skipIf(cometbftIsAbsent)('the dashboard of halley app', () => {
  it('shows proposal, prevotes, precommits and decision of each height, as the engine has them', async () => {
    const feed = new FeedReader(dashboard, CHAIN);
    const heights = await feed.decides(4);
    for (const height of heights) await expectDecision(feed, height);
    const [picture] = feed.pictures;
    expect(picture?.validators.map(({ name }) => name).sort()).toEqual(['node0', 'node1', 'node2', 'node3']);
    const known = picture?.nodes.flatMap((node, index) => ('unknown' in node ? [] : [picture.validators[index]?.name]));
    expect(known).toEqual(['node0']);
    expect(feed.engine).toEqual({ url: observed.rpc, moniker: 'node0' });
    feed.close();
  });

  it('shows a further round when the proposer is down', async () => {
    const feed = new FeedReader(dashboard, CHAIN);
    const down = network.node(3);
    await down.kill('engine');
    const isLater = (height: number): boolean => feed.height(height).decided[0] > 0;
    await eventually('a height needs a further round', () => feed.wholeHeights().some(isLater));
    const height = feed.wholeHeights().find(isLater) as number;
    await expectDecision(feed, height);
    const nil = [...feed.height(height).votes].filter(([key, block]) => key.startsWith('0/') && block === null);
    expect(nil.length).toBeGreaterThanOrEqual(3);
    await down.kill('app');
    await down.start();
    await down.reach(await observed.height());
    feed.close();
  });

  it('answers the EVM JSON-RPC itself, and passes calls of the CometBFT RPC to the engine', async () => {
    const post = async (rpc: string, method: string, params: unknown) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${dashboard}/chains/${CHAIN}/${rpc}`, { method: 'POST', headers, body });
      return ((await response.json()) as { readonly result: unknown }).result;
    };
    expect(Number(await post('evm', 'eth_blockNumber', []))).toBeGreaterThan(1);
    expect(await post('comet', 'block', { height: '1' })).toEqual(await observed.ask('block?height=1'));
    const link = await fetch(`${dashboard}/chains/${CHAIN}/comet/commit?height=1`);
    expect(((await link.json()) as { readonly result: unknown }).result).toEqual(await observed.ask('commit?height=1'));
  });

  it('says that the engine is away, and goes on when it is back', async () => {
    const feed = new FeedReader(dashboard, CHAIN);
    await feed.decides(1);
    await observed.kill('engine');
    await eventually('the feed says that the engine is away', () => feed.engine?.problem !== undefined);
    expect(feed.engine?.problem).toMatch(/^no CometBFT node is connected to /);
    const refused = await fetch(`${dashboard}/chains/${CHAIN}/comet/status`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({ error: expect.stringContaining('the engine does not answer: ') });
    observed.startEngine();
    await eventually('the engine is back', () => feed.engine !== undefined && feed.engine.problem === undefined);
    const heights = await feed.decides(2);
    await expectDecision(feed, heights.at(-1) as number);
    feed.close();
  });
});

describe.skipIf(cometbftIsAbsent || !CAN_BROWSE)('the page', () => {
  let kit: BrowserKit;
  beforeAll(async () => {
    kit = await BrowserKit.start();
  });
  afterAll(() => kit.close());

  it('shows heights that go on, the observed node, and the others as unknown', async () => {
    await using page = await kit.visit(dashboard, { place: '#/stage' });
    await page.see('CometBFT node0', 'header');
    const roleOf = (name: string) =>
      page.page.locator('.validators tbody tr', { hasText: name }).locator('.mark').first().textContent();
    await expect.poll(() => roleOf('node0'), { timeout: 60_000 }).toMatch(/observed$/);
    for (const name of ['node1', 'node2', 'node3'])
      await expect.poll(() => roleOf(name), { timeout: 60_000 }).toMatch(/unknown$/);
    await page.see(/last vote: (prevote|precommit) \d+\/\d+/, '.validators');
    const newest = async () =>
      Number(/Height (\d+)/.exec((await page.page.locator('.decided').textContent()) ?? '')?.[1]);
    await page.see(/Height \d+, round 0/, '.decided');
    const before = await newest();
    await expect.poll(newest, { timeout: 120_000 }).toBeGreaterThan(before + 1);
    await page.passesAxe();
    await page.go('#/messages');
    await page.see(/\d+ messages in view/);
    await page.passesAxe();
  });

  it('has no mining, faults, scenarios and snapshots, and says why', async () => {
    await using page = await kit.visit(dashboard, { place: '#/control' });
    await page.see('A CometBFT engine decides the blocks and their times');
    expect(await page.page.locator('nav').first().textContent()).not.toMatch(/Faults|Scenarios|Chains|Tour/);
    for (const name of [/mine/i, /snapshot/i, /automine/i, /revert/i])
      expect(await page.page.getByRole('button', { name }).count()).toBe(0);
    await page.go('#/mempool');
    await page.see('Pending', 'main');
    expect(await page.page.getByRole('button', { name: /mine/i }).count()).toBe(0);
    await page.go('#/faults');
    await page.see('nothing here can change what its validators do', 'main');
    await page.go('#/validators');
    await page.see('node3', 'main table');
    await page.go('#/block/2');
    await page.see('Block 2', 'main');
  });

  it('says that the engine is away, and goes on', async () => {
    await using page = await kit.visit(dashboard, { place: '#/stage' });
    await page.see(/Height \d+, round \d/, '.decided');
    await observed.kill('engine');
    await page.see('The engine is away: no CometBFT node is connected', '.engine-problem');
    const count = () => page.page.locator('.engine-problem').count();
    const head = async () => Number(/Block\s*(\d+)/.exec((await page.page.locator('header').textContent()) ?? '')?.[1]);
    // The application has the blocks of the EVM itself.
    await page.go('#/blocks');
    await page.see(/Blocks \d+ to \d+ of \d+/, 'main');
    page.expectProblems(/status of 503/);
    const before = await head();
    observed.startEngine();
    await expect.poll(count, { timeout: 120_000 }).toBe(0);
    await expect.poll(head, { timeout: 120_000 }).toBeGreaterThan(before + 1);
  });
});
