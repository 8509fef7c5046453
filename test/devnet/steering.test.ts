/** Steering between any two events of a height: what comes after the proposal waits on top of the next head. */
import { expect, it } from 'vitest';
import { MsgSetBalance } from '../../src/codec/steering/MsgSetBalance.js';
import { isSteering } from '../../src/codec/steering/steering_tx.js';
import { Step } from '../../src/consensus/round/step.js';
import { fromHex } from '../../src/kernel/hex.js';
import { NodeUnderTest } from './node_kit.js';

const NOBODY = fromHex('00000000000000000000000000000000000abcde');

it('a message after the proposal shows at once, and stands in the block after', async () => {
  const node = await NodeUnderTest.start({ pace: { type: 'step' } });
  const { steering, loop, evmPort } = node.node;
  const set = (balance: bigint) => steering.steer(MsgSetBalance, { address: NOBODY, balance });
  await set(1n);
  const before = node.height;
  // Into the round: the proposal of the next height is made, and nobody has decided.
  while (node.world.node(0).engine.round.step !== Step.Prevote) await loop.step('event', 1);
  expect(node.height).toBe(before);
  await set(2n);
  expect(evmPort.balance(NOBODY, 'pending')).toBe(2n);
  await loop.step('height', 1);
  expect(node.comet.block(before + 1n)?.block.txs.map(isSteering)).toEqual([true]);
  expect([evmPort.balance(NOBODY, before), evmPort.balance(NOBODY, before + 1n)]).toEqual([1n, 2n]);
  await loop.step('height', 1);
  expect(node.comet.block(before + 2n)?.block.txs.map(isSteering)).toEqual([true]);
  expect([0n, 1n, 2n].map((above) => evmPort.balance(NOBODY, before + above))).toEqual([1n, 2n, 2n]);
  expect(node.chain.app.steering.waiting).toEqual([]);
});
