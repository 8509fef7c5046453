/** Tests what the dashboard of an engine serves: rounds, blocks and mempool, and methods that control the network. */
import { expect, it, onTestFinished } from 'vitest';
import { createEngine, type Engine, type EngineOptions } from '../../../src/devnet/index.js';
import { utf8 } from '../../../src/kernel/text.js';
import { ask, FeedClient } from '../../rpc/dashboard/feed_client.js';
import { Ledger } from './ledger.js';

const CHAIN = 'halley-engine-1';

async function aPage(options: Partial<EngineOptions> = {}): Promise<{ engine: Engine; url: string }> {
  const engine = await createEngine({ app: new Ledger(), seed: 'page', dashboard: true, ...options });
  onTestFinished(() => engine.close());
  return { engine, url: `${engine.urls.dashboard}` };
}

async function call(url: string, method: string, ...params: readonly unknown[]) {
  const { body } = await ask(url, `/chains/${CHAIN}/evm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return JSON.parse(body) as { readonly result?: unknown; readonly error?: { readonly message: string } };
}

it('has a chain without EVM, whose rounds the network reports itself', async () => {
  const { engine, url } = await aPage({ rpc: true });
  const { body } = await ask(url, '/about');
  const urls = { dashboard: url, cometRpc: engine.urls.cometRpc };
  expect(JSON.parse(body)).toMatchObject({ chains: [{ id: CHAIN, urls, engine: false }], scenarios: false });
  expect(JSON.parse(body).chains[0]).not.toHaveProperty('evmChainId');
  const page = await FeedClient.open(url);
  page.send({ chain: CHAIN, rounds: true });
  const { message } = await page.until('rounds');
  expect(message.type === 'picture' && message.picture.nodes.filter((node) => 'unknown' in node)).toEqual([]);
  await engine.broadcast(utf8('apple=red'));
  const { head } = await page.until('head', (one) => one.head.height === 2);
  expect([head.txs, head.round]).toEqual([1, 0]);
  const isDecision = ([type, , , height]: readonly unknown[]): boolean => type === 'committed' && height === 2;
  await page.until('rounds', (one) => one.message.type === 'events' && one.message.events.some(isDecision));
});

it('replays the rounds of earlier blocks', async () => {
  const { engine, url } = await aPage();
  await engine.mine({ blocks: 3 });
  expect(JSON.parse((await ask(url, `/chains/${CHAIN}/rounds`)).body)).toEqual({ first: 1, last: 4 });
  const { body } = await ask(url, `/chains/${CHAIN}/rounds/2-3`);
  const lines = body.trimEnd().split('\n');
  expect(JSON.parse(`${lines.at(-1)}`)).toEqual({ type: 'end', complete: true });
  expect(body).toMatch(/"committed",\d+,\d,3/);
});

it('controls blocks, time, validators and faults, as the page and scripts do over HTTP', async () => {
  const { engine, url } = await aPage({ miningMode: 'manual' });
  await engine.broadcast(utf8('pear=green'));
  const page = await FeedClient.open(url);
  page.send({ chain: CHAIN, rounds: false });
  await page.until('mempool', ({ pending }) => pending === 1);
  expect((await call(url, 'evm_mine', { blocks: 2 })).result).toBe('0x0');
  expect((await call(url, 'eth_blockNumber')).result).toBe('0x3');
  await call(url, 'evm_increaseTime', 86_400);
  await call(url, 'halley_crashValidator', 2);
  const { result } = (await call(url, 'halley_network')) as { readonly result: { readonly nodes: readonly object[] } };
  expect(result.nodes.map((node) => 'up' in node && node.up)).toEqual([true, true, false, true]);
  expect((await call(url, 'halley_addFault', { type: 'loss', percent: 3 })).result).toBe('0x1');
  expect((await call(url, 'halley_faults')).result).toMatchObject([{ fault: { type: 'loss', percent: 3 } }]);
  const { controls } = await page.until('controls', (one) => one.controls.faults.length === 1);
  expect(controls.down).toEqual([2]);
  await call(url, 'halley_setMiningMode', 'step');
  expect((await call(url, 'halley_step', 'height', 1)).result).toMatchObject({ height: '0x5', count: '0x1' });
  expect(engine.miningMode).toEqual({ type: 'step' });
});

it('refuses what belongs to another application in one line', async () => {
  const { url } = await aPage();
  for (const method of ['eth_getBalance', 'hardhat_setBalance', 'halley_addValidator', 'txpool_content', 'nothing'])
    expect((await call(url, method)).error?.message).toBe(
      `the method ${method} does not exist/is not available: the application of this chain is another program, which Halley only drives`,
    );
  const keplr = await ask(url, `/chains/${CHAIN}/keplr`);
  expect([keplr.status, keplr.body]).toEqual([404, expect.stringContaining('only Halley')]);
  const headers = { origin: 'https://example.org' };
  expect((await ask(url, '/about', { headers })).status).toBe(403);
});
