/** Tests the dashboard's feed over real WebSockets. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ChainRounds } from '../../../src/devnet/backends/rounds.js';
import type { ChainRuntime } from '../../../src/devnet/chain_runtime.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import { MAX_PAGES } from '../../../src/rpc/dashboard/feed.js';
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
  let runtime: ChainRuntime | undefined;
  const devnet = await startDevnet(
    { dashboard: true, miningMode: 'step', seed: '7' },
    {
      onRuntime: (node) => {
        runtime = node;
      },
    },
  );
  onTestFinished(() => devnet.close());
  const { chain, log } = runtime as unknown as ChainRuntime;
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
