/** Restarts and reverts a devnet with inflation while a delegator earns rewards, also across a jump of time. */
import { encodeFunctionData } from 'viem';
import { expect, it } from 'vitest';
import document from '../../../genesis/dev.json' with { type: 'json' };
import { operatorText } from '../../../src/app/modules/staking/addresses.js';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { textOf } from '../../app/support/cosmos.js';
import { DISTRIBUTION, DISTRIBUTION_ABI, STAKING, STAKING_ABI } from '../../app/support/precompile_abi.js';
import { dev } from '../../app/support/wallet.js';
import { asking } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';

const delegator = dev(2);
const genesis = { ...document, app_state: { ...document.app_state, distribution: {}, mint: {} } };

const operator = (devnet: Devnet): string =>
  operatorText(derivedOperator(fromHex(devnet.validators[0]?.address.replace('0x', '') ?? '')), 'halley');

async function send(devnet: Devnet, to: string, data: string): Promise<void> {
  const hash = await asking(devnet)('eth_sendTransaction', { from: delegator.address, gas: '0x2dc6c0', to, data });
  expect(await asking(devnet)('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
}

const balanceOf = async (devnet: Devnet): Promise<bigint> =>
  BigInt((await asking(devnet)('eth_getBalance', delegator.address, 'latest')) as string);

async function begin(devnet: Devnet): Promise<void> {
  const args = [delegator.address, operator(devnet), 17n * 10n ** 18n] as const;
  await send(devnet, STAKING, encodeFunctionData({ abi: STAKING_ABI, functionName: 'delegate', args }));
  await devnet.mine({ blocks: 4 });
}

async function withdraw(devnet: Devnet): Promise<void> {
  const args = [delegator.address, operator(devnet)] as const;
  const functionName = 'withdrawDelegatorRewards';
  await send(devnet, DISTRIBUTION, encodeFunctionData({ abi: DISTRIBUTION_ABI, functionName, args }));
}

/** Lets time pass, withdraws, and returns what the chain then is. */
async function finish(devnet: Devnet): Promise<unknown> {
  await devnet.time.increase(30 * 86_400);
  await devnet.mine({ blocks: 3 });
  const before = await balanceOf(devnet);
  await withdraw(devnet);
  // A block mints more than a whole coin, of which a few percent are the delegator's; its transaction costs much less.
  expect(await balanceOf(devnet)).toBeGreaterThan(before);
  const [rewards, pool] = await Promise.all(
    [`distribution/v1beta1/delegators/${textOf(delegator)}/rewards`, 'distribution/v1beta1/community_pool'].map(
      async (path) => (await fetch(`${devnet.urls.api}/cosmos/${path}`)).json() as Promise<Record<string, unknown>>,
    ),
  );
  expect(pool?.['pool']).toMatchObject([{ denom: 'ahalley' }]);
  return [devnet.height, rewards, pool, await balanceOf(devnet)];
}

const open = (options: DevnetOptions = {}): Promise<Devnet> =>
  createDevnet({ seed: 'rewards', genesis, api: true, ...options });

it('a kill and a restart, or a detour and a revert, end as neither does', async () => {
  await using straight = await open();
  await begin(straight);
  const expected = await finish(straight);

  const home = await temporaryHome();
  const first = await open({ home });
  await begin(first);
  await first.close();
  await using second = await createDevnet({ home, api: true });
  expect(await finish(second)).toEqual(expected);

  await using winding = await open();
  await begin(winding);
  const snapshot = await asking(winding)('evm_snapshot');
  await withdraw(winding);
  await winding.time.increase(86_400);
  await winding.mine({ blocks: 2 });
  await asking(winding)('evm_revert', snapshot);
  expect(await finish(winding)).toEqual(expected);
});
