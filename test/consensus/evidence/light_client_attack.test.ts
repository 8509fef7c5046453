/** Tests light client attacks against the golden chain; CometBFT's pool accepted the first one. */
import { describe, expect, test } from 'vitest';
import { type DecidedState, startDecidedState } from '../../../src/consensus/decided_state.js';
import { evidenceProblem } from '../../../src/consensus/evidence/check.js';
import { misbehaviorOf } from '../../../src/consensus/evidence/misbehavior.js';
import { problemOf } from '../../../src/consensus/round/block_problem.js';
import { advance } from '../../../src/consensus/transition.js';
import { BlockIdFlag, type Commit, type CommitSig, commitSlotSignBytes } from '../../../src/consensus/types/commit.js';
import { decodeEvidence, type LightClientAttackEvidence } from '../../../src/consensus/types/evidence.js';
import { type Header, headerHash } from '../../../src/consensus/types/header.js';
import { type ValidatorSet, validatorsHash } from '../../../src/consensus/types/validator_set.js';
import { ed25519Sign } from '../../../src/crypto/ed25519.js';
import { consensusCrypto } from '../../../src/crypto/validator_keys.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { goldenChain, vector } from '../../vectors/consensus.js';
import { anEnv } from '../chain_kit.js';
import { buildGoldenChain, goldenKey } from '../types/golden.js';

const env = anEnv(0, undefined, { crypto: consensusCrypto });
const heights = buildGoldenChain();
const decidedStates: DecidedState[] = [startDecidedState((heights[0] as (typeof heights)[number]).before)];
for (const { block, blockId: id, parts, response } of heights)
  decidedStates.push(advance(env.caches, decidedStates.at(-1) as DecidedState, { block, id, parts }, response));
const decidedState = decidedStates[6] as DecidedState;
const at = (height: number) => heights[height - 1] as (typeof heights)[number];

const { expected } = vector<unknown, { readonly evidence_proto: string }>('evidence/light-client-attack');
const equivocation = decodeEvidence(fromHex(expected.evidence_proto)) as LightClientAttackEvidence;

const problem = (evidence: LightClientAttackEvidence, of = decidedState) => evidenceProblem(env, of, [evidence]);
const keys = new Map(
  ['0', '1', '2', '3', '4'].map((i) => [
    toHex(goldenKey(`golden-validator-${i}`).address),
    goldenKey(`golden-validator-${i}`).seed,
  ]),
);

/** Makes a commit of `header`, signed by all of `set` or by those with the given indexes. */
function signed(header: Header, set: ValidatorSet, round = 0, indexes?: readonly number[]): Commit {
  const blockId = { hash: headerHash(header), parts: { total: 1, hash: sha256(utf8('parts')) } };
  const slots = set.validators.map(({ address }, i): CommitSig => {
    if (indexes !== undefined && !indexes.includes(i))
      return {
        blockIdFlag: BlockIdFlag.Absent,
        validatorAddress: new Uint8Array(),
        timestamp: -62_135_596_800_000_000_000n,
        signature: { bytes: new Uint8Array() },
      };
    return {
      blockIdFlag: BlockIdFlag.Commit,
      validatorAddress: address,
      timestamp: header.time,
      signature: { bytes: new Uint8Array(1) },
    };
  });
  const draft: Commit = { height: header.height, round, blockId, signatures: slots };
  const signatures = slots.map((slot, i) => {
    const seed = keys.get(toHex(slot.validatorAddress));
    if (seed === undefined) return slot;
    const bytes = ed25519Sign(seed, commitSlotSignBytes(goldenChain.chain_id, draft, i));
    return { ...slot, signature: { bytes } };
  });
  return { ...draft, signatures };
}

describe('the golden chain', () => {
  test('is valid to the engine, with the evidence in its fourth block', () => {
    for (const [i, { block, blockId: id, parts }] of heights.entries())
      expect(problemOf(env, decidedStates[i] as DecidedState, { block, id, parts })).toBeUndefined();
    expect(decidedState.chain).toEqual(at(6).after);
  });
});

describe('a light client attack', () => {
  test('by equivocation is accepted, as by CometBFT, and names four byzantine validators', () => {
    expect(problem(equivocation)).toBeUndefined();
    const offences = misbehaviorOf(equivocation);
    expect(offences.map(({ type, height }) => `${type} ${height}`)).toEqual(new Array(4).fill('light-client-attack 5'));
    expect(offences[0]).toMatchObject({ time: at(5).block.header.time, totalVotingPower: 125n });
  });

  test('must name exactly the validators who signed both blocks', () => {
    const [first, ...rest] = equivocation.byzantineValidators;
    expect(problem({ ...equivocation, byzantineValidators: rest })).toMatch(
      /expected 4 byzantine validators from evidence but got 3/,
    );
    const stronger = { ...(first as NonNullable<typeof first>), votingPower: 41n };
    expect(problem({ ...equivocation, byzantineValidators: [stronger, ...rest] })).toMatch(
      /unexpected byzantine validator power; expected 40, got 41/,
    );
    const [second, ...others] = rest;
    expect(problem({ ...equivocation, byzantineValidators: [second, first, ...others] as typeof rest })).toMatch(
      /unexpected byzantine validator address; expected: [0-9A-F]{40}, got: [0-9A-F]{40}/,
    );
    const swapped = { ...(first as NonNullable<typeof first>), pubKey: (second as NonNullable<typeof first>).pubKey };
    expect(problem({ ...equivocation, byzantineValidators: [swapped, ...rest] })).toMatch(
      /byzantine validator at index 0 has address .* that does not match pubkey address/,
    );
    expect(problem({ ...equivocation, totalVotingPower: 124n })).toMatch(
      /our validator set does not match \(124 != 125\)/,
    );
  });

  test('must have valid signatures of more than two thirds', () => {
    const { header, validatorSet } = equivocation.conflictingBlock;
    const { commit } = equivocation.conflictingBlock;
    const signatures = commit.signatures.map((slot, i) =>
      i === 2 ? { ...slot, signature: { bytes: new Uint8Array(64) } } : slot,
    );
    const forged = { ...equivocation.conflictingBlock, commit: { ...commit, signatures } };
    expect(problem({ ...equivocation, conflictingBlock: forged })).toMatch(
      /invalid commit from conflicting block: commit slot 2: signature/,
    );
    const few = { header, validatorSet, commit: signed(header, validatorSet, 0, [0, 4]) };
    expect(problem({ ...equivocation, conflictingBlock: few })).toMatch(/expected more than two thirds/);
  });

  test('must differ from our block, and be derived like ours', () => {
    const { validatorSet } = equivocation.conflictingBlock;
    const { header } = at(5).block;
    const same = { header, validatorSet, commit: signed(header, validatorSet) };
    expect(problem({ ...equivocation, conflictingBlock: same })).toMatch(
      /trusted header hash matches the evidence's conflicting header hash: [0-9A-F]{64}/,
    );
    const lunatic = { ...header, appHash: sha256(utf8('lie')) };
    const block = { header: lunatic, validatorSet, commit: signed(lunatic, validatorSet) };
    expect(problem({ ...equivocation, conflictingBlock: block })).toMatch(
      /expected the conflicting block to be correctly derived yet it wasn't/,
    );
  });

  test('in another round names no validator: amnesia', () => {
    const { header, validatorSet } = equivocation.conflictingBlock;
    const conflictingBlock = { header, validatorSet, commit: signed(header, validatorSet, 1) };
    expect(problem({ ...equivocation, conflictingBlock, byzantineValidators: [] })).toBeUndefined();
    expect(problem({ ...equivocation, conflictingBlock })).toMatch(
      /expected nil validators from an amnesia light client attack but got 4/,
    );
  });

  describe('with a forged header', () => {
    const common = at(4);
    const { validators } = at(5).before;
    const header = { ...at(5).block.header, appHash: sha256(utf8('lie')) };
    const lunatic: LightClientAttackEvidence = {
      type: 'light-client-attack',
      conflictingBlock: { header, validatorSet: validators, commit: signed(header, validators) },
      commonHeight: 4n,
      byzantineValidators: common.before.validators.validators,
      totalVotingPower: common.before.validators.totalVotingPower,
      timestamp: common.block.header.time,
    };

    test('names all common validators that signed it', () => {
      expect(problem(lunatic)).toBeUndefined();
    });

    test('needs more than a third of the common validators', () => {
      const weak = validators.validators.slice(-1);
      const set = { validators: weak, proposerIndex: 0, totalVotingPower: weak[0]?.votingPower ?? 0n };
      const own = { ...header, validatorsHash: validatorsHash(set) };
      const conflictingBlock = { header: own, validatorSet: set, commit: signed(own, set) };
      expect(problem({ ...lunatic, conflictingBlock })).toMatch(
        /insufficient voting power: got 10, needed more than 41/,
      );
    });

    test('of a future height must break the order of times', () => {
      const future = { ...header, height: 50n, time: at(5).block.header.time - 1n };
      const conflictingBlock = { header: future, validatorSet: validators, commit: signed(future, validators) };
      expect(problem({ ...lunatic, conflictingBlock })).toBeUndefined();
      const honest = { ...future, time: at(6).block.header.time + 10n ** 12n };
      const later = { header: honest, validatorSet: validators, commit: signed(honest, validators) };
      expect(problem({ ...lunatic, conflictingBlock: later })).toMatch(
        /latest block time \(.* UTC\) is before conflicting block time \(.* UTC\)/,
      );
    });
  });

  test('is not judged where our block of that height is unknown, or its commit not final', () => {
    expect(problem(equivocation, decidedStates[5] as DecidedState)).toMatch(/don't have commit at height #5/);
    expect(problem(equivocation, startDecidedState(at(6).after))).toMatch(
      /don't have commit at height #5|don't have header #5/,
    );
  });
});
