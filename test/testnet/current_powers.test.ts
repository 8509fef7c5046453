/** Tests the current powers of validators, as the RPC of a node tells them. */
import { expect, it, onTestFinished } from 'vitest';
import { createDevnet } from '../../src/devnet/index.js';
import { currentPowers } from '../../src/testnet/index.js';

it('reads the powers of the newest height, which differ from those of the genesis document', async () => {
  const devnet = await createDevnet({ validators: 4, rpc: { address: '127.0.0.1:0' }, jsonRpc: false, assets: false });
  onTestFinished(() => devnet.close());
  const url = `${devnet.urls.cometRpc}/v0.38`;
  expect([...((await currentPowers(url))?.values() ?? [])]).toEqual([10n, 10n, 10n, 10n]);
  await devnet.setValidatorPower(1, 25n);
  await devnet.mine({ blocks: 3 });
  expect([...((await currentPowers(url))?.values() ?? [])].sort()).toEqual([10n, 10n, 10n, 25n]);
});

it('knows no powers where nothing answers', async () => {
  expect(await currentPowers('http://127.0.0.1:1')).toBeUndefined();
});
