/** Tests what the dashboard of an application serves: rounds of the engine's RPC, and the two RPCs of the chain. */
import { expect, it } from 'vitest';
import type { RoundEvent } from '../../../src/backend/rounds.js';
import { ask, CHAIN, FeedClient } from '../../rpc/dashboard/feed_client.js';
import { SimulatedEngine } from './simulated_engine.js';

const call = (url: string, rpc: 'evm' | 'comet', method: string, params: unknown = []) =>
  ask(url, `/chains/${CHAIN}/${rpc}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

it('says that an engine decides the blocks, and has no scenarios', async () => {
  await using engine = await SimulatedEngine.start();
  const { body } = await ask(engine.dashboard, '/about');
  const { chains, scenarios } = JSON.parse(body);
  expect(scenarios).toBe(false);
  const urls = { dashboard: engine.dashboard, cometRpc: engine.devnet.urls.cometRpc };
  expect(chains).toEqual([{ id: CHAIN, evmChainId: '31337', engine: true, urls }]);
});

it('sends rounds, heights, and whether the engine is there', async () => {
  await using engine = await SimulatedEngine.start();
  const page = await FeedClient.open(engine.dashboard);
  page.send({ chain: CHAIN, rounds: true });
  const { message } = await page.until('rounds');
  if (message.type !== 'picture') throw new Error('the first message is no picture');
  expect(message.cause).toBe('start');
  expect(message.picture.nodes.map((node) => 'unknown' in node).sort()).toEqual([false, true, true, true]);
  const connected = { miningMode: 'engine', faults: [], down: [], cuts: [], forked: false };
  const { url, moniker } = { url: `${engine.devnet.urls.cometRpc}`, moniker: 'halley' };
  await page.until('controls', ({ controls }) => controls.engine?.moniker !== undefined);
  expect(page.of('controls').at(-1)?.controls).toEqual({ ...connected, engine: { url, moniker } });
  await engine.advance(2);
  await page.until('head', ({ head }) => head.height === 4);
  // Heights come from the application, and decisions from the RPC of the engine.
  const isDecision = ([type, , , height]: RoundEvent): boolean => type === 'committed' && height === 4;
  await page.until('rounds', (one) => one.message.type === 'events' && one.message.events.some(isDecision));
  const events = page.of('rounds').flatMap((one) => (one.message.type === 'events' ? one.message.events : []));
  expect(events.filter(([type]) => type === 'committed').map((event) => event[3])).toEqual([3, 4]);
  await engine.disconnect();
  const { controls } = await page.until('controls', (one) => one.controls.engine?.problem !== undefined);
  expect(controls.engine?.problem).toBe(`no CometBFT node is connected to ${engine.node.abci}`);
  await engine.connect();
  await page.until('controls', (one) => one.controls.engine?.problem === undefined);
  const { status, body } = await ask(engine.dashboard, `/chains/${CHAIN}/rounds/4`);
  const error = 'an engine in another process decides the blocks of this chain, and keeps no rounds';
  expect([status, JSON.parse(body)]).toEqual([404, { error }]);
  await engine.advance();
  await page.until('head', ({ head }) => head.height === 5);
});

it('answers the EVM JSON-RPC itself, and has the engine answer the CometBFT RPC', async () => {
  await using engine = await SimulatedEngine.start();
  const { dashboard, devnet } = engine;
  expect(JSON.parse((await call(dashboard, 'evm', 'eth_blockNumber')).body).result).toBe('0x2');
  const block = await call(dashboard, 'comet', 'block', { height: '2' });
  const own = await (await fetch(`${devnet.urls.cometRpc}/block?height=2`)).json();
  expect(JSON.parse(block.body).result).toEqual((own as { readonly result: unknown }).result);
  expect(block.headers['content-security-policy']).toContain("default-src 'none'");
  const refused = JSON.parse((await call(dashboard, 'evm', 'halley_addFault', [{ type: 'mute', node: 1 }])).body);
  expect(refused.error.message).toContain('control of the network is not possible on this chain');
});

it('refuses pages of other origins', async () => {
  await using engine = await SimulatedEngine.start();
  const headers = { origin: 'https://example.org' };
  expect((await ask(engine.dashboard, '/about', { headers })).status).toBe(403);
  expect((await ask(engine.dashboard, `/chains/${CHAIN}/comet/status`, { headers })).status).toBe(403);
  await expect(FeedClient.open(engine.dashboard, headers)).rejects.toThrow();
});
