/** Tests timeouts of consensus that are as short as the delay of a link, in each mining mode. */
import { describe, expect, it } from 'vitest';
import { createDevnet, type LogEntry, type MiningMode } from '../../../src/devnet/index.js';
import { NANOS_PER_MILLISECOND } from '../../../src/kernel/time.js';

const MODES: readonly MiningMode[] = [
  { type: 'automine' },
  { type: 'interval', ms: 3_600_000 },
  { type: 'mixed', ms: 3_600_000 },
  { type: 'manual' },
  { type: 'realtime', factor: 1000 },
  { type: 'step' },
];
const BLOCKS = 20;

/** Makes blocks with all timeouts at `ms`, and returns the rounds of those that were late. */
async function lateRounds(miningMode: MiningMode, ms: bigint): Promise<readonly number[]> {
  const timeout = ms * NANOS_PER_MILLISECOND;
  const entries: LogEntry[] = [];
  await using devnet = await createDevnet({
    seed: 'timeouts',
    miningMode,
    log: (entry) => entries.push(entry),
    timeouts: {
      propose: timeout,
      proposeDelta: timeout,
      prevote: timeout,
      prevoteDelta: timeout,
      precommit: timeout,
      precommitDelta: timeout,
      commit: timeout,
    },
  });
  const before = devnet.height;
  await devnet.mine({ blocks: BLOCKS });
  expect(devnet.height).toBeGreaterThanOrEqual(before + BigInt(BLOCKS));
  return entries.flatMap((entry) => (entry.type === 'late' ? [entry.round] : []));
}

describe.each(MODES)('in the mining mode $type', (miningMode) => {
  it('timeouts of 1 ms make proposals late, and the chain goes on in the next round', async () => {
    const late = await lateRounds(miningMode, 1n);
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late)).toEqual(new Set([1]));
  });

  it('timeouts of 2 ms suffice for the links', async () => {
    expect(await lateRounds(miningMode, 2n)).toEqual([]);
  });
});
