/** Tests that the machine is loaded before the first code runs, unless a block is faster. */
import { beforeAll, expect, it } from 'vitest';
import { callOfWarmUp } from '../../src/app/warm_up.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { TestChain } from './support/chain.js';
import { SINK_CODE } from './support/contracts.js';
import { dev, sign } from './support/wallet.js';

beforeAll(installFastCrypto);

it('takes no machine away from a block in progress', async () => {
  const chain = await TestChain.open();
  const txs = await Promise.all([0, 1, 2].map((i) => sign(chain, dev(i), { data: SINK_CODE })));
  const mined = chain.mine(...txs);
  await chain.app.warmUp();
  expect((await mined).results.map(({ code }) => code)).toEqual([0, 0, 0]);
});

it('runs a contract to its end, and changes nothing', async () => {
  const chain = await TestChain.open();
  const before = chain.state.latest;
  const returned = new Uint8Array(32);
  returned[31] = 1;
  expect(await callOfWarmUp(chain.app.evm, chain.height)).toMatchObject({ type: 'success', returnData: returned });
  expect(chain.state.latest).toBe(before);
});

it('creates a contract in a block that nobody decides, and changes nothing', async () => {
  const chain = await TestChain.open();
  const before = chain.state.latest;
  expect(await chain.app.warmUp()).toMatchObject([{ code: 0, log: '' }]);
  expect(chain.state.latest).toBe(before);
});
