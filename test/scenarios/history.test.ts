/** Reads everything that changes when it is new and again later: the past must not depend on the head. */
import type { Hex } from 'viem';
import { keccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { paramsHash } from '../../src/consensus/types/params.js';
import { validatorsHash } from '../../src/consensus/types/validator_set.js';
import { authorize, dev } from '../app/support/wallet.js';
import { changeBlockGas } from '../support/devnets/changing_params.js';
import { deployDiary, diaryCall } from '../support/devnets/diary.js';
import { type BlockJson, baseFeeAfter, expectSoundBlock, provenAccount } from '../support/devnets/recompute.js';
import { CHAIN_ID, openInside, openTestDevnet, type TestDevnet } from '../support/devnets/test_devnet.js';

const SLOT = `0x${'0'.repeat(64)}` as Hex;
const numberOf = (word: Hex): bigint => (word === '0x' ? 0n : BigInt(word));
const tagOf = (height: number): Hex => `0x${height.toString(16)}`;

/** Reads all that a client can query about the state at a block. */
async function readAll(
  testDevnet: TestDevnet,
  diary: Hex,
  at: Hex | { readonly blockHash: Hex },
): Promise<readonly unknown[]> {
  const accounts = [diary, dev(0).address, dev(5).address, dev(7).address, dev(9).address];
  const answers: unknown[] = [];
  for (const account of accounts)
    for (const method of ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode'])
      answers.push(await testDevnet.ask(method, account, at));
  answers.push(await testDevnet.ask('eth_getStorageAt', diary, SLOT, at));
  for (const call of ['page', 'fee'])
    answers.push(await testDevnet.ask('eth_call', { ...PRICED, to: diary, data: diaryCall(call) }, at));
  return answers;
}

/** Gas price, so that the call sees the base fee. */
const PRICED = { from: dev(9).address, gas: '0xf4240', gasPrice: '0xba43b7400' };

/** Makes the change of the step: money, storage or the code of an account. */
async function play(testDevnet: TestDevnet, diary: Hex, step: number): Promise<void> {
  const to = diary;
  if (step === 0) await testDevnet.send(0, { to, data: diaryCall('write', 1n, 41n), value: 7n });
  if (step === 1)
    await testDevnet.send(6, {
      ...{ type: 'eip7702', to: dev(7).address, value: 3n },
      authorizationList: [await authorize(dev(5), { address: diary, chainId: CHAIN_ID, nonce: 0 })],
    });
  if (step === 2)
    for (let i = 0; i < 3; i++)
      await testDevnet.send(i, { to, data: diaryCall('write', 60n, BigInt(50 + i)), gas: 2_000_000n });
  if (step === 3) await testDevnet.send(0, { to, data: diaryCall('write', 0n, 0n) });
  if (step === 4)
    await testDevnet.send(6, {
      ...{ type: 'eip7702', to: dev(7).address },
      authorizationList: [await authorize(dev(5), { address: `0x${'00'.repeat(20)}`, chainId: CHAIN_ID, nonce: 1 })],
    });
}

describe('the past', () => {
  it('gives the same answers later as when it was new, by number and by hash', async () => {
    const testDevnet = await openTestDevnet();
    const before: (readonly unknown[])[] = [];
    const [height, diary] = [await testDevnet.height(), await deployDiary(testDevnet)];
    for (let step = 0; step < 6; step++) {
      await play(testDevnet, diary, step);
      await testDevnet.mine();
      before.push(await readAll(testDevnet, diary, 'latest' as Hex));
    }
    for (const [i, answers] of before.entries()) {
      const number = tagOf(height + 2 + i);
      const { hash } = await testDevnet.ask<BlockJson>('eth_getBlockByNumber', number, false);
      expect(await readAll(testDevnet, diary, number)).toEqual(answers);
      expect(await readAll(testDevnet, diary, { blockHash: hash })).toEqual(answers);
      if (i > 0) expect(answers).not.toEqual(before[i - 1]);
    }
    expect(await testDevnet.ask('eth_getCode', diary, tagOf(height))).toBe('0x');
  });

  it('matches what each block’s state root commits to', async () => {
    const testDevnet = await openTestDevnet();
    const diary = await deployDiary(testDevnet);
    const from = await testDevnet.height();
    for (let step = 0; step < 5; step++) {
      await play(testDevnet, diary, step);
      await testDevnet.mine();
    }
    for (let height = from - 1; height <= from + 5; height++) {
      const tag = tagOf(height);
      for (const account of [diary, dev(0).address, dev(5).address, dev(9).address]) {
        const proven = await provenAccount(testDevnet, account, SLOT, height);
        const code = await testDevnet.ask('eth_getCode', account, tag);
        expect([account, height, proven?.nonce ?? 0n]).toEqual([
          account,
          height,
          BigInt(await testDevnet.ask('eth_getTransactionCount', account, tag)),
        ]);
        expect(proven?.balance ?? 0n).toBe(BigInt(await testDevnet.ask('eth_getBalance', account, tag)));
        expect(proven?.codeHash ?? keccak256('0x')).toBe(keccak256(code));
        expect(proven?.value ?? 0n).toBe(numberOf(await testDevnet.ask('eth_getStorageAt', account, SLOT, tag)));
      }
      if (height > from) await expectSoundBlock(testDevnet, height);
    }
  });

  it('has each block’s own base fee, in every response that holds one', async () => {
    const testDevnet = await openTestDevnet();
    const diary = await deployDiary(testDevnet);
    for (let step = 0; step < 4; step++) {
      await play(testDevnet, diary, step);
      await testDevnet.mine(2);
    }
    const head = await testDevnet.height();
    const fees = new Set<string>();
    for (let height = 2; height < head; height++) {
      const block = await testDevnet.ask<BlockJson>('eth_getBlockByNumber', tagOf(height), false);
      const next = await testDevnet.ask<BlockJson>('eth_getBlockByNumber', tagOf(height + 1), false);
      expect(BigInt(next.baseFeePerGas)).toBe(baseFeeAfter(block));
      const history = await testDevnet.ask<{ baseFeePerGas: Hex[] }>('eth_feeHistory', '0x1', tagOf(height), []);
      expect(history.baseFeePerGas).toEqual([block.baseFeePerGas, next.baseFeePerGas]);
      expect(
        BigInt(await testDevnet.ask('eth_call', { ...PRICED, to: diary, data: diaryCall('fee') }, tagOf(height))),
      ).toBe(BigInt(block.baseFeePerGas));
      fees.add(block.baseFeePerGas);
    }
    expect(fees.size).toBe(head - 2);
  });
});

describe('the consensus data of each height', () => {
  it('has the validators and parameters that the header commits to, also after they changed', async () => {
    const { testDevnet, node } = await openInside();
    changeBlockGas(node, { 3: 20_000_000n, 5: 10_000_000n });
    await testDevnet.mine();
    await node.devTxSender.setValidatorPower(0, 25n);
    await node.devTxSender.setValidatorPower(1, 0n);
    await testDevnet.mine(5);
    const limits = new Set<bigint>();
    const sets = new Set<Hex>();
    for (let height = 1n; height <= node.comet.height(); height++) {
      const [stored, params, validators] = [
        node.comet.block(height),
        node.comet.params(height),
        node.comet.validators(height),
      ];
      if (stored === undefined || params === undefined || validators === undefined)
        throw new Error(`no height ${height}`);
      expect([height, paramsHash(params)]).toEqual([height, stored.block.header.consensusHash]);
      expect([height, validatorsHash(validators)]).toEqual([height, stored.block.header.validatorsHash]);
      limits.add(params.block.maxGas);
      sets.add(keccak256(validatorsHash(validators)));
    }
    expect([limits.size, sets.size]).toEqual([3, 3]);
  });
});

it('shows the gas limit that each block had', async () => {
  const { testDevnet } = await openInside();
  await testDevnet.mine();
  const before = await testDevnet.height();
  await testDevnet.ask('evm_setBlockGasLimit', '0x1312d00');
  await testDevnet.mine();
  await testDevnet.ask('evm_setBlockGasLimit', '0x989680');
  await testDevnet.mine(2);
  const limitAt = async (height: number) =>
    BigInt((await testDevnet.ask<BlockJson>('eth_getBlockByNumber', tagOf(height), false)).gasLimit);
  const limits = await Promise.all([0, 1, 2, 3].map((ahead) => limitAt(before + ahead)));
  expect(limits).toEqual([60_000_000n, 20_000_000n, 10_000_000n, 10_000_000n]);
});
