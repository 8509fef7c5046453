/** Builds a block with as many special cases as possible. */

import type { Hex } from 'viem';
import { authorize, dev } from '../../app/support/wallet.js';
import { DIARY_CODE, diaryCall } from './diary.js';
import { CHAIN_ID, type TestDevnet } from './test_devnet.js';

/**
 * Mines the block and returns its number of transactions. Each account pays another price, so the block's order differs
 * from the order of sending.
 */
export async function crowdBlock(testDevnet: TestDevnet, diary: Hex): Promise<number> {
  const base = await testDevnet.height();
  const nonce = Number(await testDevnet.ask('eth_getTransactionCount', dev(5).address, 'latest'));
  const authorization = await authorize(dev(5), { address: diary, chainId: CHAIN_ID, nonce });
  const accessList = [{ address: diary, storageKeys: [`0x${'0'.repeat(64)}` as Hex] }];
  const wishes = [
    testDevnet.send(0, { type: 'legacy', to: diary, data: diaryCall('write', 2n, BigInt(base)) }),
    testDevnet.send(1, { type: 'eip2930', to: diary, data: diaryCall('write', 3n, 7n), accessList }),
    testDevnet.send(2, { to: diary, data: diaryCall('tear'), value: 3n }),
    testDevnet.send(3, { data: DIARY_CODE, gas: 1_500_000n }),
    testDevnet.send(4, {
      type: 'eip7702',
      to: diary,
      data: diaryCall('write', 4n, 1n),
      authorizationList: [authorization],
    }),
    testDevnet.send(6, { to: dev(7).address, value: 5n, gas: 21_000n }),
    testDevnet.send(8, { to: diary, data: diaryCall('write', 5n, 2n), value: 11n }),
  ];
  await Promise.all(wishes);
  await testDevnet.send(0, { type: 'legacy', to: diary, data: diaryCall('write', 2n, 40n) });
  await testDevnet.mine();
  return wishes.length + 1;
}
