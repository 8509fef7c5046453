/**
 * Does what the devnet does: writes the staged writes of each height in one batch, and reopens the store in a new
 * application.
 */
import { beforeAll, expect, it } from 'vitest';
import { createApplication } from '../../src/app/application.js';
import { openAppState } from '../../src/app/state/open.js';
import { createAddress } from '../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { MemoryStore } from '../../src/storage/memory_store.js';
import { initChainRequest, readGenesis, TestChain } from './support/chain.js';
import { SINK_CODE, sinkCall } from './support/contracts.js';
import { dev, sign } from './support/wallet.js';

beforeAll(installFastCrypto);

it('continues after a restart as if there had been none', async () => {
  const store = new MemoryStore();
  const state = await openAppState(store);
  const app = await createApplication({ state });
  await app.initChain(initChainRequest(readGenesis()));
  await store.batch(app.staged.writes);

  const model = await TestChain.open();
  const contract = createAddress(dev(0).bytes, 0n);
  const request = model.blockRequest([model.wrap(await sign(model, dev(0), { data: SINK_CODE }))]);
  expect(await app.finalizeBlock(request)).toEqual(await model.app.finalizeBlock(request));
  await store.batch(app.staged.writes);
  await app.commit();
  await model.app.commit();

  const reopened = await createApplication({ state: await openAppState(store) });
  expect(await reopened.info()).toEqual(await app.info());
  expect(reopened.params).toEqual(app.params);
  expect(reopened.evm.context(1n)).toEqual(app.evm.context(1n));
  const next = model.blockRequest([
    model.wrap(await sign(model, dev(1), { to: contract, data: sinkCall('set', 1n, 1n) })),
  ]);
  expect(await reopened.finalizeBlock(next)).toEqual(await model.app.finalizeBlock(next));
});

it('requests the genesis again when it stopped before the first block', async () => {
  const store = new MemoryStore();
  const app = await createApplication({ state: await openAppState(store) });
  expect((await app.info()).lastBlockHeight).toBe(0n);
  await app.initChain(initChainRequest(readGenesis()));
  await store.batch(app.staged.writes);
  const reopened = await createApplication({ state: await openAppState(store) });
  expect(await reopened.info()).toMatchObject({ lastBlockHeight: 0n, lastBlockAppHash: new Uint8Array() });
  await reopened.initChain(initChainRequest(readGenesis()));
  expect(reopened.staged.writes).toEqual([]);
});
