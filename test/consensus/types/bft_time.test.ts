/** Tests the weighted median against the reference vectors and a reference model that lists every unit of weight. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianTime, weightedMedian } from '../../../src/consensus/types/bft_time.js';
import { ABSENT_SLOT, BlockIdFlag, type Commit } from '../../../src/consensus/types/commit.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';
import { vector } from '../../vectors/consensus.js';
import { buildGoldenChain } from './golden.js';

const weighted = ([time, weight]: readonly [number, number]) => ({ time: BigInt(time), weight: BigInt(weight) });

/** Lists one entry for each unit of weight, sorted by time. The median is the entry at half of them, counted from 1. */
function referenceMedian(times: readonly (readonly [number, number])[]): number | undefined {
  const units = [...times].sort(([a], [b]) => a - b).flatMap(([time, weight]) => new Array<number>(weight).fill(time));
  return units[Math.max(Math.floor(units.length / 2), 1) - 1];
}

describe('the weighted median', () => {
  it.each(['1', '2', '3', 'even-boundary', 'three-of-four', 'spec'])('equals that of median/%s', (name) => {
    const { input, expected } = vector<[number, number][], string | number>(`median/${name}`);
    expect(weightedMedian(input.map(weighted))).toBe(BigInt(expected));
  });

  it('equals that of the reference model', () => {
    const pairs = fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(pairs, (times) => {
        expect(Number(weightedMedian(times.map(weighted)))).toBe(referenceMedian(times));
      }),
    );
  });

  it('of no votes does not exist', () => {
    expect(() => weightedMedian([])).toThrow(InvariantViolation);
  });
});

describe('the time of a commit', () => {
  const [height] = buildGoldenChain();
  if (height === undefined) throw new Error('no golden chain');
  const { seenCommit, before } = height;
  const flagged = (index: number, flag: BlockIdFlag): Commit => ({
    ...seenCommit,
    signatures: seenCommit.signatures.map((slot, i) => (i === index ? { ...slot, blockIdFlag: flag } : slot)),
  });

  it('counts nil precommits and ignores absent ones', () => {
    expect(medianTime(flagged(1, BlockIdFlag.Nil), before.validators)).toBe(medianTime(seenCommit, before.validators));
    const absent = { ...seenCommit, signatures: seenCommit.signatures.with(1, ABSENT_SLOT) };
    expect(medianTime(absent, before.validators)).not.toBe(medianTime(seenCommit, before.validators));
  });

  it('needs every signer in the set', () => {
    const [slot] = seenCommit.signatures;
    if (slot === undefined) throw new Error('no slot');
    const stranger = { ...slot, validatorAddress: new Uint8Array(20) };
    expect(() => medianTime({ ...seenCommit, signatures: [stranger] }, before.validators)).toThrow(InvariantViolation);
  });
});
