/** Tests the bounds of proposer-based timestamps, with message delays that CometBFT 1.0.1 computes. */
import { expect, it } from 'vitest';
import { isTimely, messageDelayIn } from '../../../src/consensus/types/pbts.js';

it.each([
  [15_000_000_000n, 1, 16_500_000_000n],
  [15_000_000_000n, 7, 29_230_756_500n],
  [15_000_000_000n, 31, 287_915_137_436n],
  [15_000_000_000n, 91, 86_400_000_000_000n],
  [1n, 100, 13_780n],
  [1n, 1000, 86_400_000_000_000n],
  [12_000_000n, 64, 5_349_498_821n],
  [777_777_777n, 0, 777_777_777n],
])('the message delay %s is in round %i %s', (messageDelay, round, expected) => {
  expect(messageDelayIn({ precision: 1n, messageDelay }, round)).toBe(expected);
});

it('a proposal is timely from its time less precision to its time plus delay and precision', () => {
  const synchrony = { precision: 7n, messageDelay: 100n };
  const at = (received: bigint, round: number) => isTimely({ timestamp: 1000n, round }, received, synchrony);
  expect([992n, 993n, 1107n, 1108n].map((received) => at(received, 0))).toEqual([false, true, true, false]);
  expect([992n, 993n, 1128n, 1129n].map((received) => at(received, 2))).toEqual([false, true, true, false]);
});
