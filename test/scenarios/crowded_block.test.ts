/**
 * Checks one block that holds everything: several senders, each type, several logs each, a failure, a creation and two
 * transactions of one sender.
 */
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { authorize, dev } from '../app/support/wallet.js';
import { crowdBlock } from '../support/devnets/crowd.js';
import { deployDiary } from '../support/devnets/diary.js';
import { expectSoundBlock } from '../support/devnets/recompute.js';
import { logPlacesIn } from '../support/devnets/result_data.js';
import { CHAIN_ID, openInside, openTestDevnet } from '../support/devnets/test_devnet.js';

describe('a crowded block', () => {
  it('matches what independent code computes from its transactions', async () => {
    const testDevnet = await openTestDevnet();
    const diary = await deployDiary(testDevnet);
    const sent = await crowdBlock(testDevnet, diary);
    const receipts = await expectSoundBlock(testDevnet, await testDevnet.height());
    expect(receipts).toHaveLength(sent);
    expect(new Set(receipts.map(({ type }) => type))).toEqual(new Set(['0x0', '0x1', '0x2', '0x4']));
    expect(receipts.filter(({ logs }) => logs.length > 1).length).toBeGreaterThan(3);
    expect(receipts.filter(({ status }) => status === '0x0')).toHaveLength(1);
  });

  it('stays sound when other blocks follow', async () => {
    const testDevnet = await openTestDevnet();
    const diary = await deployDiary(testDevnet);
    for (let i = 0; i < 3; i++) await crowdBlock(testDevnet, diary);
    for (let number = 2; number <= 5; number++) await expectSoundBlock(testDevnet, number);
  });
});

describe('the block results that CometBFT clients read', () => {
  it('give each log the same position as EVM JSON-RPC does', async () => {
    const { testDevnet, node } = await openInside();
    await crowdBlock(testDevnet, await deployDiary(testDevnet));
    const receipts = await expectSoundBlock(testDevnet, 3);
    const received = receipts
      .flatMap(({ logs }) => logs)
      .map((log) => ({
        blockNumber: Number(log.blockNumber),
        transactionHash: log.transactionHash,
        transactionIndex: Number(log.transactionIndex),
        logIndex: Number(log.logIndex),
      }));
    const results = node.comet.results(3n)?.response.txResults ?? [];
    expect(results.flatMap(({ data }) => logPlacesIn(data))).toEqual(received);
  });
});

describe('an authorization (EIP-7702)', () => {
  const codeOf = async (testDevnet: Awaited<ReturnType<typeof openTestDevnet>>, account: number): Promise<Hex> =>
    testDevnet.ask('eth_getCode', dev(account).address, 'latest');

  it('applies once: nobody can replay it after its revocation', async () => {
    const testDevnet = await openTestDevnet();
    const diary = await deployDiary(testDevnet);
    const granted = await authorize(dev(5), { address: diary, chainId: CHAIN_ID, nonce: 0 });
    const revoked = await authorize(dev(5), { address: `0x${'00'.repeat(20)}`, chainId: CHAIN_ID, nonce: 1 });
    const use = async (one: typeof granted): Promise<Hex> => {
      await testDevnet.send(6, { type: 'eip7702', to: dev(7).address, authorizationList: [one] });
      await testDevnet.mine();
      return codeOf(testDevnet, 5);
    };
    expect(await use(granted)).toBe(`0xef0100${diary.slice(2)}`);
    expect(await use(revoked)).toBe('0x');
    expect(await use(granted)).toBe('0x');
    expect(await testDevnet.ask('eth_getTransactionCount', dev(5).address, 'latest')).toBe('0x2');
  });
});
