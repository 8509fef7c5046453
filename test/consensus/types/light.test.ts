/** Tests a light client's rules on the golden chain: what it trusts, and each reason not to. */
import { describe, expect, it } from 'vitest';
import { ABSENT_SLOT, type Commit } from '../../../src/consensus/types/commit.js';
import {
  DEFAULT_TRUST_LEVEL,
  verifyCommitLight,
  verifyCommitLightTrusting,
} from '../../../src/consensus/types/commit_light.js';
import {
  isExpired,
  type LightRules,
  trustLevelProblem,
  verifyAdjacent,
  verifyLight,
  verifyNonAdjacent,
} from '../../../src/consensus/types/light.js';
import type { Verify } from '../../../src/consensus/types/verify_commit.js';
import { ed25519Verify } from '../../../src/crypto/ed25519.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { goldenChain } from '../../vectors/consensus.js';
import { buildGoldenChain, type GoldenHeight } from './golden.js';

const chain = buildGoldenChain();
const at = (height: number): GoldenHeight => {
  const found = chain[height - 1];
  if (found === undefined) throw new Error(`no golden block ${height}`);
  return found;
};
const verify: Verify = (pubKey, message, signature) => ed25519Verify(pubKey, message, signature.bytes);
const chainId = goldenChain.chain_id;

const trusted = (height: number) => {
  const { header } = at(height).block;
  return { chainId, height: header.height, time: header.time, nextValidatorsHash: header.nextValidatorsHash };
};
const block = (height: number) => {
  const { block: own, seenCommit, before } = at(height);
  return { header: own.header, commit: seenCommit, validatorSet: before.validators };
};
const nextOf = (height: number) => at(height + 1).before.validators;

const rules = (change: Partial<LightRules> = {}): LightRules => ({
  trustingPeriod: 1_000_000n * NANOS_PER_SECOND,
  maxClockDrift: 10n * NANOS_PER_SECOND,
  trustLevel: DEFAULT_TRUST_LEVEL,
  now: at(3).block.header.time,
  verify,
  ...change,
});

describe('a header', () => {
  it('of the next height is trusted by the named validators, a later one by those who signed', () => {
    expect(verifyLight(trusted(2), nextOf(2), block(3), rules())).toBeUndefined();
    expect(verifyLight(trusted(1), nextOf(1), block(3), rules())).toBeUndefined();
  });

  it('is verified by the rule for its distance', () => {
    expect(verifyAdjacent(trusted(1), block(3), rules())).toBe('headers must be adjacent in height');
    expect(verifyNonAdjacent(trusted(2), nextOf(2), block(3), rules())).toBe('headers must be non adjacent in height');
  });

  it('is not trusted when the trusted header has expired, to the nanosecond', () => {
    const { time } = trusted(2);
    const old = rules({ trustingPeriod: 5n, now: time + 5n });
    expect(verifyLight(trusted(2), nextOf(2), block(3), old)).toContain('old header has expired at');
    expect(isExpired(time, 5n, time + 4n)).toBe(false);
  });

  it('is neither from the future nor from the past', () => {
    const early = rules({ now: at(3).block.header.time - 10n * NANOS_PER_SECOND });
    expect(verifyLight(trusted(2), nextOf(2), block(3), early)).toMatch(
      /^invalid header: new header has a time from the future .* max clock drift: 10s\)$/,
    );
    const later = { ...trusted(2), time: at(3).block.header.time };
    expect(verifyLight(later, nextOf(2), block(3), rules())).toContain('to be after old header time');
    expect(verifyNonAdjacent(trusted(3), nextOf(2), block(2), rules())).toContain(
      'expected new header height 2 to be greater than one of old header 3',
    );
  });

  it('belongs to its chain, with its validators and its own commit', () => {
    const other = { ...trusted(2), chainId: 'other' };
    expect(verifyLight(other, nextOf(2), block(3), rules())).toContain('header belongs to another chain');
    const named = { ...trusted(2), nextValidatorsHash: new Uint8Array(32) };
    expect(verifyLight(named, nextOf(2), block(3), rules())).toContain('expected old header next validators (0000');
    const forged = { ...block(3), header: { ...block(3).header, appHash: new Uint8Array(32) } };
    expect(verifyLight(trusted(2), nextOf(2), forged, rules())).toContain('commit signs block');
    const nobody = { ...block(3), validatorSet: { validators: [], proposerIndex: 0, totalVotingPower: 0n } };
    expect(verifyLight(trusted(2), nextOf(2), nobody, rules())).toContain('to match those that were supplied');
  });

  it('needs the trust level of the validators trusted before', () => {
    const { commit } = block(3);
    const few = { ...commit, signatures: commit.signatures.map((slot, i) => (i === 3 ? slot : ABSENT_SLOT)) };
    const problem = verifyLight(trusted(1), nextOf(1), { ...block(3), commit: few }, rules());
    expect(problem).toMatch(/^cant trust new val set: invalid commit -- insufficient voting power/);
  });
});

describe('a commit, as a light client verifies it', () => {
  const { commit, validatorSet, header } = block(3);
  const light = (change: Partial<Commit>, all?: true) =>
    verifyCommitLight(chainId, validatorSet, commit.blockId, header.height, { ...commit, ...change }, verify, {
      ...(all && { all }),
    });
  const slots = (change: (slot: Commit['signatures'][number], i: number) => Commit['signatures'][number]) => ({
    signatures: commit.signatures.map(change),
  });

  it('proves its block with more than two thirds', () => {
    expect(light({})).toBeUndefined();
    expect(light({ height: 9n })?.text).toBe('Invalid commit -- wrong height: 3 vs 9');
    expect(light({ signatures: [] })?.text).toBe('Invalid commit -- wrong set size: 4 vs 0');
    expect(light(slots((slot, i) => (i < 2 ? ABSENT_SLOT : slot)))?.type).toBe('short');
  });

  it('has valid signatures, as far as they are needed', () => {
    const wrong = (at: number) =>
      slots((slot, i) => (i === at ? { ...slot, signature: { bytes: new Uint8Array(64) } } : slot));
    expect(light(wrong(0))?.text).toMatch(/^wrong signature \(#0\): 0000/);
    expect(light(wrong(3), true)?.text).toMatch(/^wrong signature \(#3\): 0000/);
  });

  it('counts no validator twice', () => {
    const first = commit.signatures[0];
    if (first === undefined) throw new Error('no slots');
    const doubled = { ...commit, signatures: [first, first, ...commit.signatures.slice(2)] };
    const level = { numerator: 1n, denominator: 1n };
    expect(verifyCommitLightTrusting(chainId, validatorSet, doubled, level, verify)?.text).toContain(
      'double vote from',
    );
    expect(light({ signatures: doubled.signatures })?.text).toContain('validator address mismatch (#1)');
  });

  it('is trusted at a level from one third to one', () => {
    expect(trustLevelProblem({ numerator: 1n, denominator: 3n })).toBeUndefined();
    expect(trustLevelProblem({ numerator: 1n, denominator: 1n })).toBeUndefined();
    for (const [numerator, denominator] of [
      [1n, 4n],
      [4n, 3n],
      [0n, 0n],
    ] as const)
      expect(trustLevelProblem({ numerator, denominator })).toContain('must be within [1/3, 1]');
    const huge = { numerator: 1n << 63n, denominator: 1n << 63n };
    expect(verifyCommitLightTrusting(chainId, validatorSet, commit, huge, verify)?.text).toContain('int64 overflow');
  });
});
