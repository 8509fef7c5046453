/** Tests the dashboard's feed over real WebSockets. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ChainRounds } from '../../../src/devnet/backends/rounds.js';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import type { DashboardDeps } from '../../../src/rpc/dashboard/deps.js';
import { ChainFeed } from '../../../src/rpc/dashboard/feed/chain_feed.js';
import { FeedPage } from '../../../src/rpc/dashboard/feed/feed_page.js';
import { Feed, MAX_PAGES } from '../../../src/rpc/dashboard/feed.js';
import type { FeedMessage } from '../../../src/rpc/dashboard/wire.js';
import type { ProtocolConnection } from '../../../src/rpc/protocol_handler.js';
import type { ServedChain } from '../../../src/rpc/served_chain.js';
import type { NetworkEvent } from '../../../src/simulation/index.js';
import { CHAIN, dashboardDevnet, FeedClient } from './feed_client.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('sends how the chain is, and then what changes', async () => {
  const { devnet, url } = await dashboardDevnet({ validators: 4, miningMode: 'manual' });
  const page = await FeedClient.open(url);
  page.send({ chain: CHAIN, rounds: false });
  const { head } = await page.until('head');
  expect(head).toMatchObject({ height: 1, round: 0, txs: 0, gasUsed: '0' });
  expect(head.hash).toMatch(/^[0-9A-F]{64}$/);
  expect((await page.until('mempool')).pending).toBe(0);
  expect((await page.until('controls')).controls).toEqual({
    miningMode: 'manual',
    faults: [],
    down: [],
    cuts: [],
    forked: false,
  });
  await devnet.mine();
  expect((await page.until('head', (message) => message.head.height === 2)).skipped).toBe(0);
  expect((await page.until('log', ({ kind }) => kind === 'block')).text).toContain('#2');
  await devnet.network.crashValidator(2);
  await devnet.network.addFault({ type: 'equivocate', node: 3 });
  const { controls } = await page.until('controls', (message) => message.controls.faults.length === 1);
  expect(controls).toMatchObject({ down: [2], faults: [{ type: 'equivocate', text: 'equivocate node=validator-3' }] });
  expect(page.of('rounds')).toEqual([]);
});

test('counts the heights that it leaves out, and says when blocks are gone', async () => {
  const { devnet, url } = await dashboardDevnet({ miningMode: 'manual' });
  const page = await FeedClient.open(url);
  page.send({ chain: CHAIN, rounds: false });
  await page.until('head');
  const id = await devnet.snapshot();
  await devnet.mine({ blocks: 300 });
  await page.until('head', ({ head }) => head.height === 301);
  const heads = page.of('head').slice(1);
  expect(heads.length).toBeLessThan(300);
  expect(heads.reduce((sum, { skipped }) => sum + skipped + 1, 0)).toBe(300);
  await devnet.revert(id);
  expect((await page.until('reverted')).height).toBe(1);
  await page.until('head', ({ head }) => head.height === 1 && page.messages.at(-1)?.type !== 'reverted');
});

test('sends rounds while the page shows them', async () => {
  const { devnet, url } = await dashboardDevnet({ validators: 4, miningMode: 'step' });
  const page = await FeedClient.open(url);
  page.send({ chain: CHAIN, rounds: true });
  const { message } = await page.until('rounds');
  expect(message).toMatchObject({ type: 'picture', cause: 'start', picture: { height: 2 } });
  await devnet.step('height', 1);
  await page.until(
    'rounds',
    (one) => one.message.type === 'events' && one.message.events.some(([type]) => type === 'committed'),
  );
  page.send({ chain: CHAIN, rounds: false });
  page.send('{}');
  await page.until('error');
  const before = page.of('rounds').length;
  await devnet.step('height', 1);
  await page.until('head', ({ head }) => head.height === 3);
  expect(page.of('rounds').length).toBe(before);
});

test('carries out few of the requests that a page sends at once', async () => {
  const listens = vi.spyOn(ChainRounds.prototype, 'listenToRounds');
  onTestFinished(() => listens.mockRestore());
  const { url } = await dashboardDevnet({ validators: 4, miningMode: 'manual' });
  const page = await FeedClient.open(url);
  for (let i = 0; i < 1000; i++) page.send({ chain: CHAIN, rounds: i % 2 === 0 });
  page.send({ chain: CHAIN, rounds: true });
  page.send('{}');
  await page.until('error');
  await page.until('rounds');
  expect(listens.mock.calls.length).toBeLessThan(100);
});

test.each([
  ['no JSON', 'hello', 'the message is not JSON: expected {"chain": …, "rounds": …}'],
  ['a list', '[]', 'the message is not an object: expected {"chain": …, "rounds": …}'],
  ['null', 'null', 'the message is not an object: expected {"chain": …, "rounds": …}'],
  ['an unknown chain', '{"chain":"x","rounds":true}', `there is no chain "x": expected one of ${CHAIN}`],
  ['no chain', '{"rounds":true}', `there is no chain undefined: expected one of ${CHAIN}`],
  ['no rounds', `{"chain":"${CHAIN}"}`, '"rounds" must be true or false'],
])('answers %s with an error, and goes on', async (_, text, error) => {
  const { devnet, url } = await dashboardDevnet({ miningMode: 'manual' });
  const page = await FeedClient.open(url);
  page.send({ chain: CHAIN, rounds: false });
  await page.until('head');
  page.send(text);
  expect((await page.until('error')).error).toBe(error);
  await devnet.mine();
  await page.until('head', ({ head }) => head.height === 2);
});

test.each([
  ['a page of another origin', { origin: 'http://evil.example' }],
  ['a page of another port', { origin: 'http://localhost:3000' }],
  ['a rebound name', { host: 'rebound.internal' }],
])('refuses %s', async (_, headers) => {
  const { url } = await dashboardDevnet();
  await expect(FeedClient.open(url, headers)).rejects.toThrow(/Unexpected server response: 40[03]/);
});

test('serves fifty pages, and says so to the next one', async () => {
  const { devnet, url } = await dashboardDevnet({ validators: 4, miningMode: 'step' });
  const pages = await Promise.all(Array.from({ length: MAX_PAGES }, () => FeedClient.open(url)));
  for (const page of pages) page.send({ chain: CHAIN, rounds: true });
  for (const page of pages) await page.until('rounds');
  const next = await FeedClient.open(url);
  expect((await next.until('error')).error).toBe('50 pages are open already: close one of them');
  expect(await next.closed).toBe(1013);
  await devnet.step('height', 1);
  for (const page of pages) await page.until('head', ({ head }) => head.height === 2);
  const [first] = pages;
  first?.socket.close();
  await first?.closed;
  const later = await FeedClient.open(url);
  later.send({ chain: CHAIN, rounds: true });
  await later.until('rounds');
});

test('a page that does not read misses rounds, and then gets a picture', async () => {
  const { devnet, url } = await dashboardDevnet({ validators: 30, miningMode: 'step' });
  const page = await FeedClient.open(url);
  page.send({ chain: CHAIN, rounds: true });
  await page.until('rounds');
  page.socket.pause();
  // More than the page may leave unread, and than the sockets of both ends hold.
  await devnet.step('height', 100);
  page.socket.resume();
  const gap = await page.until('rounds', ({ message }) => message.type === 'picture' && message.cause === 'gap');
  expect(gap.message).toMatchObject({ picture: { height: 102 } });
  expect((await page.until('head', ({ head }) => head.height === 101)).head.round).toBe(0);
});

test('nothing listens to the network or the log without a page that shows rounds', async () => {
  let runtime: ChainNode | undefined;
  const devnet = await startDevnet(
    { dashboard: true, miningMode: 'step', seed: '7' },
    {
      onRuntime: (node) => {
        runtime = node;
      },
    },
  );
  onTestFinished(() => devnet.close());
  const { chain, log } = runtime as unknown as ChainNode;
  let listeners = 0;
  const listen = chain.simNetwork.listen.bind(chain.simNetwork);
  chain.simNetwork.listen = (listener: (event: NetworkEvent) => void) => {
    listeners++;
    const stop = listen(listener);
    return () => {
      listeners--;
      stop();
    };
  };
  expect([log.quiet, listeners, chain.events.quiet]).toEqual([true, 0, true]);
  const page = await FeedClient.open(devnet.urls.dashboard ?? '');
  page.send({ chain: CHAIN, rounds: false });
  await page.until('head');
  expect([log.quiet, listeners]).toEqual([false, 0]);
  page.send({ chain: CHAIN, rounds: true });
  await page.until('rounds');
  expect(listeners).toBe(1);
  page.socket.terminate();
  await page.closed;
  while (!log.quiet) await turn();
  expect([listeners, chain.events.quiet]).toEqual([0, true]);
});

/** Makes the feed of a chain that a test describes; `look` lets the time to the next look pass. */
function littleFeed() {
  const chain = {
    height: 7,
    hash: 0xa7,
    reverted: (_: bigint): void => undefined,
    write: (_: string): void => undefined,
  };
  let planned: (() => void) | undefined;
  const stored = () => ({
    blockId: { hash: Uint8Array.of(chain.hash) },
    block: { header: { time: 9_000_000n }, txs: [] },
  });
  const served = {
    id: CHAIN,
    comet: { height: () => BigInt(chain.height), block: stored, commit: () => undefined },
    evm: { fees: () => undefined },
    pooledCounts: () => ({ pending: 2, queued: 3 }),
    events: {
      listen: (listener: (event: object) => void) => {
        chain.reverted = (first) => listener({ type: 'undoing', first, last: BigInt(chain.height) });
        return () => undefined;
      },
    },
    log: {
      listenToLog: (listener: (kind: string, text: string) => void) => {
        chain.write = (text) => listener('block', text);
        return () => undefined;
      },
    },
    controls: () => ({ miningMode: 'manual' }),
  } as unknown as ServedChain;
  const feed = new ChainFeed(served, {
    schedule: (_, action) => {
      planned = action;
      return () => {
        planned = undefined;
      };
    },
    chains: () => [served],
    onBug: (error) => {
      throw error;
    },
  });
  const aPage = () => {
    const sent: FeedMessage[] = [];
    const connection = { backlog: 0, send: (text: string) => sent.push(JSON.parse(text)) };
    return { page: new FeedPage(connection as unknown as ProtocolConnection), connection, sent };
  };
  return { chain, served, feed, aPage, look: () => planned?.(), isWatching: () => planned !== undefined };
}

test('a page that has closed gets nothing of what it asked for before', () => {
  const timers = new Set<() => void>();
  const { served, aPage } = littleFeed();
  const schedule = (_: number, action: () => void) => {
    timers.add(action);
    return () => timers.delete(action);
  };
  const feed = new Feed({ chains: () => [served], schedule, onBug: () => undefined } as unknown as DashboardDeps);
  const socket = feed.open(aPage().connection as unknown as ProtocolConnection);
  for (let i = 0; i < 2; i++) socket.message(JSON.stringify({ chain: CHAIN, rounds: false }));
  expect(timers.size).toBe(2);
  socket.close();
  expect(timers.size).toBe(0);
});

test('a page that comes after the last one has left gets everything, though nothing has changed', () => {
  const { feed, aPage, isWatching } = littleFeed();
  const [first, second] = [aPage(), aPage()];
  feed.add(first.page);
  feed.remove(first.page);
  expect(isWatching()).toBe(false);
  feed.add(second.page);
  expect(second.sent).toEqual(first.sent);
  expect(second.sent.map(({ type }) => type)).toEqual(['head', 'mempool', 'controls']);
});

test('a page that was behind learns once of the lowest height of all reverts meanwhile', () => {
  const { chain, feed, aPage } = littleFeed();
  const { page, connection, sent } = aPage();
  feed.add(page);
  connection.backlog = 9_000_000;
  for (const first of [6n, 3n, 5n]) chain.reverted(first);
  connection.backlog = 0;
  sent.length = 0;
  feed.catchUp(page);
  expect(sent.filter(({ type }) => type === 'reverted')).toEqual([{ type: 'reverted', height: 2 }]);
  connection.backlog = 9_000_000;
  chain.write('one more line');
  connection.backlog = 0;
  sent.length = 0;
  feed.catchUp(page);
  expect(sent.map(({ type }) => type)).toEqual(['head', 'mempool', 'controls']);
});

test('the log may have as many lines again after each look', () => {
  const { chain, feed, aPage, look } = littleFeed();
  const { page, sent } = aPage();
  feed.add(page);
  const linesOf = (count: number): number => {
    sent.length = 0;
    for (let i = 0; i < count; i++) chain.write(`line ${i}`);
    return sent.filter(({ type }) => type === 'log').length;
  };
  expect(linesOf(300)).toBe(200);
  expect(sent.at(-1)).toMatchObject({ kind: 'gap' });
  expect(linesOf(1)).toBe(0);
  look();
  expect(linesOf(150)).toBe(150);
});
