/** Sends dev transactions between any two events of a height, and tests their effect on pending transactions. */
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { MsgSetBalance } from '../../../src/codec/dev/accounts.js';
import { MsgSetBlockGasLimit, MsgSetCoinbase } from '../../../src/codec/dev/blocks.js';
import { isDevTx } from '../../../src/codec/dev/dev_tx.js';

import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { RoundStep } from '../../../src/consensus/round_step.js';
import { bytesToBigint } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { NodeUnderTest } from '../node_kit.js';

const NOBODY = fromHex('00000000000000000000000000000000000abcde');

it('a message after the proposal shows at once, and is in the block after', async () => {
  const node = await NodeUnderTest.start({ miningMode: { type: 'step' } });
  const { devTxSender, loop, evmBackend } = node.node;
  const set = (balance: bigint) => devTxSender.sendDevTx(MsgSetBalance, { address: NOBODY, balance });
  await set(1n);
  const before = node.height;
  // The proposal of the next height is made, and no node has decided yet.
  while (node.simNetwork.node(0).engine.round.step !== RoundStep.Prevote) await loop.step('event', 1);
  expect(node.height).toBe(before);
  await set(2n);
  expect(evmBackend.balance(NOBODY, evmBackend.head())).toBe(2n);
  expect(evmBackend.readPending((state) => state.balance(NOBODY))).toBe(2n);
  await loop.step('height', 1);
  expect(node.comet.block(before + 1n)?.block.txs.map(isDevTx)).toEqual([true]);
  expect([evmBackend.balance(NOBODY, before), evmBackend.balance(NOBODY, before + 1n)]).toEqual([1n, 2n]);
  await loop.step('height', 1);
  expect(node.comet.block(before + 2n)?.block.txs.map(isDevTx)).toEqual([true]);
  expect([0n, 1n, 2n].map((above) => evmBackend.balance(NOBODY, before + above))).toEqual([1n, 2n, 2n]);
  expect(node.chain.app.devTxs.waiting).toEqual([]);
});

it('a power that is set in the middle of a height is in a block when the call resolves', async () => {
  const node = await NodeUnderTest.start({ miningMode: { type: 'step' } });
  const { devTxSender, loop } = node.node;
  const before = node.height;
  while (node.simNetwork.node(0).engine.round.step !== RoundStep.Prevote) await loop.step('event', 1);
  await loop.setMiningMode({ type: 'manual' });
  await devTxSender.setValidatorPower(1, 20n);
  expect(node.chain.app.devTxs.waiting).toEqual([]);
  expect(node.comet.block(before + 1n)?.block.txs).toEqual([]);
  expect(node.comet.block(before + 2n)?.block.txs.map(isDevTx)).toEqual([true]);
});

it('a power that no block can hold changes nothing', async () => {
  const node = await NodeUnderTest.start({ miningMode: 'manual' });
  const { devTxSender } = node.node;
  for (const index of [2, 3]) node.simNetwork.crash(index);
  await expect(devTxSender.setValidatorPower(1, 20n)).rejects.toThrow('no block was decided');
  expect(node.chain.app.devTxs.waiting).toEqual([]);
  await expect(devTxSender.setValidatorPower(1, 20n)).rejects.toThrow('no block was decided');
  for (const index of [2, 3]) node.simNetwork.restart(index);
  await devTxSender.setValidatorPower(1, 20n);
  expect(node.chain.app.devTxs.waiting).toEqual([]);
});

it('a gas limit below that of pending transactions removes them', async () => {
  const node = await NodeUnderTest.start({ miningMode: 'manual' });
  const { devTxSender, evmBackend } = node.node;
  const raw = await privateKeyToAccount(DEVELOPMENT_ACCOUNTS[3]?.privateKey as `0x${string}`).signTransaction({
    chainId: 31337,
    to: `0x${'00'.repeat(20)}`,
    gas: 20_000_000n,
    maxFeePerGas: 10n ** 10n,
  });
  expect(await evmBackend.sendRaw(fromHex(raw))).toMatchObject({ type: 'accepted' });
  await devTxSender.sendDevTx(MsgSetBlockGasLimit, { gasLimit: 10_000_000n });
  expect(node.comet.unconfirmed(10).total).toBe(0);
});

it('calls on pending see the next block', async () => {
  const node = await NodeUnderTest.start({ miningMode: 'manual' });
  const { devTxSender, evmBackend } = node.node;
  /** Returns what an opcode gives. */
  const seen = async (opcode: string, at: bigint | 'pending'): Promise<bigint> => {
    const outcome = await evmBackend.call({ input: fromHex(`${opcode}5f5260205ff3`) }, at);
    return outcome.type === 'success' ? bytesToBigint(outcome.returnData) : expect.fail(outcome.type);
  };
  const head = evmBackend.head();
  const [NUMBER, TIMESTAMP, COINBASE] = ['43', '42', '41'];
  await devTxSender.sendDevTx(MsgSetCoinbase, { coinbase: NOBODY });
  expect(await Promise.all([seen(NUMBER, head), seen(NUMBER, 'pending')])).toEqual([head, head + 1n]);
  expect((await seen(TIMESTAMP, 'pending')) - (await seen(TIMESTAMP, head))).toBe(1n);
  expect(await seen(COINBASE, 'pending')).toBe(0xabcden);
});
