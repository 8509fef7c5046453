/**
 * Compares a devnet with an engine that drives the same application over ABCI: both have the same blocks and app hashes,
 * because nothing of a block depends on how the application is reached.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { genesisToJson, parseGenesis } from '../../../src/consensus/types/genesis.js';
import { startAppNode } from '../../../src/devnet/app_node/app_node.js';
import { createDevnet, createEngine } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const SEED = 'reached over ABCI';
const TIME = 1_735_689_600_000_000_000n;
const HASH = /"(hash|app_hash)":"([0-9A-F]{64})"/g;

/** Returns the hashes in the blocks of an RPC, from the first one to `height`. */
async function hashesOf(url: string | undefined, height: bigint): Promise<readonly string[]> {
  const found: string[] = [];
  for (let at = 1n; at <= height; at++) {
    const text = await (await fetch(`${url}/block?height=${at}`)).text();
    found.push(...[...text.matchAll(HASH)].map(([, name, hash]) => `${at} ${name} ${hash}`));
  }
  return found;
}

it('makes the same blocks from our application over ABCI as a devnet does', async () => {
  const genesis = genesisToJson(parseGenesis(developmentGenesis({ seed: SEED }), TIME));
  const devnet = await createDevnet({ genesis, seed: SEED, validators: 4, rpc: true });
  cleanUps.push(() => devnet.close());
  const home = mkdtempSync(join(tmpdir(), 'halley-engine-'));
  cleanUps.push(() => rmSync(home, { recursive: true, force: true }));
  const app = await startAppNode({ home, abci: 'tcp://127.0.0.1:0', node: 'http://127.0.0.1:1' });
  cleanUps.push(() => app.close());
  const engine = await createEngine({ app: app.abci, genesis, seed: SEED, validators: 4, rpc: true });
  cleanUps.push(() => engine.close());
  const [from, to] = devnet.accounts;
  for (const value of [1n, 22n, 333n]) {
    await devnet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: from?.address, to: to?.address, value: `0x${value.toString(16)}` }],
    });
    const sent = await (await fetch(`${devnet.urls.cometRpc}/block?height=${devnet.height}`)).json();
    const [tx] = (sent as { result: { block: { data: { txs: string[] } } } }).result.block.data.txs;
    const { code, log, height } = await engine.broadcast(Uint8Array.from(Buffer.from(tx ?? '', 'base64')));
    expect([code, log, height]).toEqual([0, log, devnet.height]);
  }
  await devnet.time.increase(1_814_400n);
  await engine.time.increase(1_814_400n);
  await devnet.mine({ blocks: 2 });
  await engine.mine({ blocks: 2 });
  const hashes = await hashesOf(devnet.urls.cometRpc, devnet.height);
  expect(hashes.length).toBeGreaterThan(10);
  expect(await hashesOf(engine.urls.cometRpc, engine.height)).toEqual(hashes);
  expect(fromHex(engine.appHash.toLowerCase())).toHaveLength(32);
});
