/**
 * Exports the application of a CometBFT node, driven by the blocks of a devnet, and starts devnets from documents with
 * other validators.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import { openHome } from '../../../src/devnet/home/home_store.js';
import { createDevnet, type Devnet, exportHome, verifyHome } from '../../../src/devnet/index.js';
import { asking } from '../../support/ask.js';
import { follow, initChain, openDriven } from '../app_node/driven_kit.js';

const TO = '0x00000000000000000000000000000000000000bb';

// biome-ignore lint/suspicious/noExplicitAny: a document is read field by field
type Json = any;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-node-home-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a devnet with one change, made by a dev transaction, and powers that differ. */
async function changedDevnet(seed: string): Promise<{ readonly devnet: Devnet; readonly runtime: ChainNode }> {
  let runtime: ChainNode | undefined;
  const devnet = await startDevnet({ seed, validators: 4 }, { onRuntime: (opened) => (runtime = opened) });
  cleanUps.push(() => devnet.close());
  const ask = asking(devnet);
  await ask('hardhat_setBalance', TO, '0x1234');
  await ask('halley_setValidatorPower', 2, 30);
  for (let i = 0; i < 4; i++) await ask('evm_mine');
  return { devnet, runtime: runtime as ChainNode };
}

/** Writes the home of a node whose engine had the blocks of the devnet. */
async function nodeHome(runtime: ChainNode): Promise<string> {
  const home = newFolder();
  const store = await openHome({ home: join(home, 'application') });
  const driven = await openDriven(join(home, 'snapshots'), store);
  await initChain(driven.application, runtime.chain.genesis);
  await follow(driven, runtime, 1n, runtime.chain.blockStore.height);
  await store?.close();
  return home;
}

const exported = async (home: string): Promise<Json> => JSON.parse(JSON.stringify(await exportHome(home)));

describe('the home of a CometBFT node', () => {
  it('is exported with the state, the height and the validators of its chain', async () => {
    const { devnet, runtime } = await changedDevnet('engine');
    const home = await nodeHome(runtime);
    const document = await exported(home);
    expect(await exported(join(home, 'application'))).toEqual(document);
    const { validators } = document;
    expect(document.initial_height).toBe(`${devnet.height + 1n}`);
    expect(validators.map(({ power }: Json) => power)).toEqual(['30', '10', '10', '10']);
    expect(new Set(validators.map(({ name }: Json) => name)).size).toBe(4);
    await using same = await createDevnet({ genesis: document, seed: 'engine' });
    expect(await same.provider.request({ method: 'eth_getBalance', params: [TO, 'latest'] })).toBe('0x1234');
  });

  it('is verified by the requests that its application has stored', async () => {
    const { runtime } = await changedDevnet('engine');
    const { height } = runtime.chain.blockStore;
    expect(await verifyHome(await nodeHome(runtime))).toMatchObject({ height, blocks: Number(height), problems: [] });
  });

  it('is refused without a number of validators, and otherwise starts a devnet with dev methods', async () => {
    const { runtime } = await changedDevnet('theirs');
    const document = await exported(await nodeHome(runtime));
    await expect(createDevnet({ genesis: document, seed: 'ours' })).rejects.toMatchObject({
      code: 'invalid-genesis',
      message: expect.stringContaining('or --validators N for other validators'),
    });
    const home = newFolder();
    for (const options of [
      { genesis: document, seed: 'ours', validators: 2 },
      { genesis: document, seed: 'ours', validators: 2 },
      { validators: 2 },
      {},
    ]) {
      const devnet = await createDevnet({ ...options, home });
      const ask = asking(devnet);
      expect(await ask('eth_getBalance', TO, 'latest')).toBe('0x1234');
      expect(await ask('hardhat_setBalance', TO, '0x1234')).toBe(true);
      await ask('evm_mine');
      expect(devnet.validators.map(({ power }) => power)).toEqual([30n, 10n]);
      await devnet.close();
    }
    expect((await verifyHome(home)).problems).toEqual([]);
  });

  it('starts a devnet whose validators do not have the keys of jailed ones', async () => {
    const { runtime } = await changedDevnet('first');
    const home = newFolder();
    const middle = await createDevnet({
      ...{ genesis: await exported(await nodeHome(runtime)), seed: 'second', validators: 1 },
      home,
    });
    await middle.mine({ blocks: 2 });
    await middle.close();
    const document = await exported(home);
    await using back = await createDevnet({ genesis: document, seed: 'first', validators: 5 });
    await back.mine({ blocks: 3 });
    expect(back.validators.filter(({ power }) => power > 0n)).toHaveLength(5);
  });
});
