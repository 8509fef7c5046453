/**
 * The validator set with proposer priorities (CometBFT types/validator_set.go). It is immutable: each operation returns
 * a new set, ordered by voting power descending, then by address ascending.
 */
import type { PubKey, ValidatorUpdate } from '../../abci/application.js';
import { encodePubKey } from '../../abci/wire/validator_update.js';
import { merkleRoot } from '../../codec/merkle/index.js';
import { ProtoWriter } from '../../codec/protobuf/index.js';
import { type Bytes, compareBytes, equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import { highest, normalised, takeTurns } from './proposer_priority.js';
import { addressOf, type Validator, type ValidatorSet } from './validator.js';

export { decodePubKey, encodePubKey } from '../../abci/wire/validator_update.js';
export {
  addressOf,
  decodeValidator,
  decodeValidatorSet,
  encodeValidator,
  encodeValidatorSet,
  type Validator,
  type ValidatorSet,
} from './validator.js';

/** Greatest total voting power: an eighth of the greatest int64 (`MaxTotalVotingPower`). */
export const MAX_TOTAL_VOTING_POWER = ((1n << 63n) - 1n) / 8n;
/** Most validators of a set (`MaxVotesCount`). */
export const MAX_VALIDATORS = 10_000;

/** Set without members; a new set grows from it. */
export const EMPTY_VALIDATOR_SET: ValidatorSet = { validators: [], proposerIndex: 0, totalVotingPower: 0n };

/** Creates a set and chooses its first proposer. The members must pass `validatorUpdatesProblem` and have power. */
export function newValidatorSet(members: readonly { readonly pubKey: PubKey; readonly power: bigint }[]): ValidatorSet {
  return incrementProposerPriority(updateValidatorSet(EMPTY_VALIDATOR_SET, members), 1);
}

/** Returns the set after `times` more turns; the winner of the last turn is its proposer. */
export function incrementProposerPriority(set: ValidatorSet, times: number): ValidatorSet {
  invariant(
    times > 0 && set.validators.length > 0,
    `cannot give ${times} turns to ${set.validators.length} validators`,
  );
  const { validators, totalVotingPower } = set;
  const turn = takeTurns(
    validators.map((v) => v.votingPower),
    validators.map((v) => v.proposerPriority),
    totalVotingPower,
    times,
    tieBreak(validators),
  );
  const next = {
    validators: withPriorities(validators, turn.priorities),
    proposerIndex: turn.proposer,
    totalVotingPower,
  };
  // Turns change priorities only, and the hash does not cover them.
  const hash = hashes.get(set);
  if (hash !== undefined) hashes.set(next, hash);
  return next;
}

const tieBreak =
  (validators: readonly Validator[]) =>
  (i: number, j: number): boolean =>
    compareBytes((validators[i] as Validator).address, (validators[j] as Validator).address) < 0;

function withPriorities(validators: readonly Validator[], priorities: readonly bigint[]): Validator[] {
  return validators.map(({ address, pubKey, votingPower }, i) => ({
    address,
    pubKey,
    votingPower,
    proposerPriority: priorities[i] as bigint,
  }));
}

interface Change {
  readonly address: Bytes;
  readonly pubKey: PubKey;
  readonly power: bigint;
  readonly member: Validator | undefined;
}

function matchChanges(set: ValidatorSet, updates: readonly ValidatorUpdate[]): Change[] {
  return updates.map(({ pubKey, power }) => {
    const address = addressOf(pubKey);
    return { address, pubKey, power, member: set.validators[indexOfAddress(set, address)] };
  });
}

const sum = (powers: readonly bigint[]): bigint => powers.reduce((total, power) => total + power, 0n);

/**
 * Returns the total once all powers have changed but no member has left: a new member's first priority depends on it.
 */
function totalBeforeRemovals(set: ValidatorSet, changes: readonly Change[]): bigint {
  return changes
    .filter(({ power }) => power > 0n)
    .reduce((total, { power, member }) => total + power - (member?.votingPower ?? 0n), set.totalVotingPower);
}

/**
 * Returns why `updates` cannot be applied to `set`; undefined when they can. An application that returns such updates
 * halts a CometBFT chain.
 */
export function validatorUpdatesProblem(set: ValidatorSet, updates: readonly ValidatorUpdate[]): string | undefined {
  const changes = matchChanges(set, updates);
  const seen = new Set<string>();
  for (const { address, power, member } of changes) {
    const name = toUpperHex(address);
    if (seen.has(name)) return `validator ${name} is updated twice`;
    seen.add(name);
    if (power < 0n) return `validator ${name} gets the negative power ${power}`;
    if (power > MAX_TOTAL_VOTING_POWER)
      return `validator ${name} gets power ${power}, at most ${MAX_TOTAL_VOTING_POWER}`;
    if (power === 0n && member === undefined) return `validator ${name} is removed but not in the set`;
  }
  const removed = sum(changes.map(({ power, member }) => (power === 0n ? (member?.votingPower ?? 0n) : 0n)));
  const total = totalBeforeRemovals(set, changes) - removed;
  if (total > MAX_TOTAL_VOTING_POWER) return `total voting power becomes ${total}, at most ${MAX_TOTAL_VOTING_POWER}`;
  if (updates.length > 0 && total === 0n) return 'no validator remains';
  return undefined;
}

/**
 * Returns the set with `updates` applied. Members retain their priorities, and a new member starts at -1.125 times the
 * total. The proposer stays the same; if it leaves, the member with the highest priority replaces it until the next
 * increment. Throws InvariantViolation for updates that `validatorUpdatesProblem` refuses.
 */
export function updateValidatorSet(set: ValidatorSet, updates: readonly ValidatorUpdate[]): ValidatorSet {
  if (updates.length === 0) return set;
  const problem = validatorUpdatesProblem(set, updates);
  invariant(problem === undefined, `validator updates: ${problem}`);
  const changes = matchChanges(set, updates);
  const base = totalBeforeRemovals(set, changes);
  const remaining = set.validators.filter((v) => !changes.some((change) => equalBytes(change.address, v.address)));
  const changed = changes
    .filter(({ power }) => power > 0n)
    .map(({ address, pubKey, power, member }) => ({
      address,
      pubKey,
      votingPower: power,
      proposerPriority: member?.proposerPriority ?? -(base + (base >> 3n)),
    }));
  return settled([...remaining, ...changed], set.validators[set.proposerIndex]);
}

function settled(members: readonly Validator[], oldProposer: Validator | undefined): ValidatorSet {
  const totalVotingPower = sum(members.map((v) => v.votingPower));
  const priorities = normalised(
    members.map((v) => v.proposerPriority),
    totalVotingPower,
  );
  const validators = withPriorities(members, priorities).sort(compareValidators);
  const same = oldProposer ? validators.findIndex((v) => equalBytes(v.address, oldProposer.address)) : -1;
  const stand = highest(
    validators.map((v) => v.proposerPriority),
    tieBreak(validators),
  );
  return { validators, proposerIndex: same >= 0 ? same : stand, totalVotingPower };
}

/** Compares by set order: more power first, then the lesser address. */
function compareValidators(a: Validator, b: Validator): number {
  if (a.votingPower !== b.votingPower) return a.votingPower > b.votingPower ? -1 : 1;
  return compareBytes(a.address, b.address);
}

export function proposer(set: ValidatorSet): Validator {
  return validatorAt(set, set.proposerIndex);
}

/** Returns a validator by index. Throws InvariantViolation when the set has no such index. */
export function validatorAt(set: ValidatorSet, index: number): Validator {
  const validator = set.validators[index];
  if (validator === undefined)
    throw new InvariantViolation(`no validator ${index} in a set of ${set.validators.length}`);
  return validator;
}

/** Returns -1 when the address is not in the set. */
export function indexOfAddress(set: ValidatorSet, address: Bytes): number {
  const { validators } = set;
  for (let index = 0; index < validators.length; index++) {
    const known = (validators[index] as Validator).address;
    if (known === address || (known[0] === address[0] && equalBytes(known, address))) return index;
  }
  return -1;
}

/** Returns the voting power of the validator with an address; 0n when it is not in the set. */
export const powerOf = (set: ValidatorSet, address: Bytes): bigint =>
  set.validators[indexOfAddress(set, address)]?.votingPower ?? 0n;

/** Returns the greatest power that is not more than two thirds of `total`. */
export const twoThirdsOf = (total: bigint): bigint => (total * 2n) / 3n;

/** Reports whether `power` is more than two thirds of `total`. */
export const hasTwoThirds = (power: bigint, total: bigint): boolean => power > twoThirdsOf(total);

/** Encodes `SimpleValidator`: the part of a validator that headers commit to. */
export function encodeSimpleValidator(validator: Validator): Bytes {
  return new ProtoWriter().message(1, encodePubKey(validator.pubKey)).int(2, validator.votingPower).finish();
}

const hashes = new WeakMap<ValidatorSet, Bytes>();

/**
 * Computes `validators_hash`, which covers keys and powers in set order, once for a set and those incremented from it.
 */
export function validatorsHash(set: ValidatorSet): Bytes {
  const known = hashes.get(set);
  if (known !== undefined) return known;
  const hash = merkleRoot(set.validators.map(encodeSimpleValidator));
  hashes.set(set, hash);
  return hash;
}
