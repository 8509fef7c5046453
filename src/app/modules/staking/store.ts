/**
 * Reads and writes staking's keys and values, laid out as the SDK's: last powers, validators, consensus addresses,
 * delegations, parameters. It omits the indexes that follow from these (by power, by validator): sets are small, and an
 * order is computed when it is needed. The queue of unbonding validators is one value, which also has the time at which
 * the next entry of a delegation ends, so that a block needs one read for all queues.
 */
import type { PubKey } from '../../../abci/application.js';
import { KEY_TYPE_NAMES } from '../../../abci/pub_key.js';
import { bytes, int, repeated } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { memoizeDecoded } from '../../state/memoize_decoded.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { withLength } from '../../types/address.js';
import { consensusAddressOf } from '../../types/consensus_key.js';
import { Delegation, Redelegation, UnbondingDelegation } from './delegation.js';
import { StakingParams } from './params.js';
import { Validator } from './validator.js';

const LAST_POWERS = Uint8Array.of(0x11);
export const VALIDATORS = Uint8Array.of(0x21);
const BY_CONSENSUS_ADDRESS = Uint8Array.of(0x22);
export const DELEGATIONS = Uint8Array.of(0x31);
export const UNBONDING_DELEGATIONS = Uint8Array.of(0x32);
const UNBONDING_BY_VALIDATOR = Uint8Array.of(0x33);
export const REDELEGATIONS = Uint8Array.of(0x34);
const REDELEGATIONS_BY_SOURCE = Uint8Array.of(0x35);
const REDELEGATIONS_BY_DESTINATION = Uint8Array.of(0x36);
const UNBONDING_ID_KEY = Uint8Array.of(0x37);
const QUEUE_KEY = Uint8Array.of(0x43);
const PARAMS_KEY = Uint8Array.of(0x51);
/**
 * Exists only inside a block: tokens or the status of a validator have changed, so the end of the block must update the
 * set.
 */
const POWERS_CHANGED_KEY = Uint8Array.of(0xff);

const validatorKey = (operator: Bytes): Bytes => concatBytes(VALIDATORS, withLength(operator));
const delegationKey = (delegator: Bytes, operator: Bytes): Bytes =>
  concatBytes(delegationsPrefix(delegator), withLength(operator));
export const delegationsPrefix = (delegator: Bytes): Bytes => concatBytes(DELEGATIONS, withLength(delegator));
export const unbondingsPrefix = (delegator: Bytes): Bytes => concatBytes(UNBONDING_DELEGATIONS, withLength(delegator));
/** Returns the prefix of the index by validator. Keys below it are delegators; their values have no meaning. */
export const validatorUnbondingsPrefix = (operator: Bytes): Bytes =>
  concatBytes(UNBONDING_BY_VALIDATOR, withLength(operator));

/**
 * Returns the prefix of a delegator's redelegations. Keys below it are the source's and the destination's operators.
 */
export const redelegationsPrefix = (delegator: Bytes): Bytes => concatBytes(REDELEGATIONS, withLength(delegator));
/**
 * Returns the prefix of the index by source. Keys below it are delegator and destination; their values have no meaning.
 */
export const redelegationsFromPrefix = (source: Bytes): Bytes =>
  concatBytes(REDELEGATIONS_BY_SOURCE, withLength(source));

/** Value of an index's keys, which the SDK leaves empty. A value here cannot be empty. */
const INDEXED = Uint8Array.of(1);

const decodeParams = memoizeDecoded(StakingParams.decode);

export function readStakingParams(state: StateReader): StakingParams {
  const value = state.get('staking', PARAMS_KEY);
  invariant(value !== undefined, 'staking is used before InitChain: its parameters are missing');
  return decodeParams(value);
}

export function writeStakingParams(state: WorkingState, params: StakingParams): void {
  state.set('staking', PARAMS_KEY, StakingParams.encode(params));
}

/** Validator with its operator's 20 bytes, which are in its key. */
export interface Registered {
  readonly operator: Bytes;
  readonly validator: Validator;
}

/** Returns all validators, ascending by operator. */
export function readValidators(state: StateReader): Registered[] {
  const found: Registered[] = [];
  for (const [key, value] of state.entries('staking', VALIDATORS))
    found.push({ operator: key.slice(2), validator: Validator.decode(value) });
  return found;
}

/** Returns the types of consensus keys that a new validator may have: ed25519, and those of the validators. */
export function consensusKeyTypes(state: StateReader): readonly PubKey['type'][] {
  const used = new Set(readValidators(state).map(({ validator }) => validator.pubKey.type));
  return KEY_TYPE_NAMES.filter((type) => type === 'ed25519' || used.has(type));
}

export function readValidator(state: StateReader, operator: Bytes): Validator | undefined {
  const value = state.get('staking', validatorKey(operator));
  return value === undefined ? undefined : Validator.decode(value);
}

export function writeValidator(state: WorkingState, { operator, validator }: Registered): void {
  state.set('staking', validatorKey(operator), Validator.encode(validator));
}

/** Deletes a validator that has no shares and is unbonded. */
export function removeValidator(state: WorkingState, { operator, validator }: Registered): void {
  state.delete('staking', validatorKey(operator));
  state.delete('staking', concatBytes(BY_CONSENSUS_ADDRESS, withLength(consensusAddressOf(validator.pubKey))));
}

/** Returns the operator of the validator with this consensus address. */
export const operatorByConsensusAddress = (state: StateReader, consensusAddress: Bytes): Bytes | undefined =>
  state.get('staking', concatBytes(BY_CONSENSUS_ADDRESS, withLength(consensusAddress)));

export function writeOperator(state: WorkingState, consensusAddress: Bytes, operator: Bytes): void {
  state.set('staking', concatBytes(BY_CONSENSUS_ADDRESS, withLength(consensusAddress)), operator);
}

export function validatorByConsensusAddress(state: StateReader, consensusAddress: Bytes): Registered | undefined {
  const operator = operatorByConsensusAddress(state, consensusAddress);
  const validator = operator && readValidator(state, operator);
  return operator && validator && { operator, validator };
}

export function readDelegation(state: StateReader, delegator: Bytes, operator: Bytes): Delegation | undefined {
  const value = state.get('staking', delegationKey(delegator, operator));
  return value === undefined ? undefined : Delegation.decode(value);
}

/** Writes a delegation. One without shares is deleted. */
export function writeDelegation(state: WorkingState, delegator: Bytes, operator: Bytes, delegation: Delegation): void {
  const key = delegationKey(delegator, operator);
  if (delegation.shares === 0n) state.delete('staking', key);
  else state.set('staking', key, Delegation.encode(delegation));
}

/** Reads what a delegator withdraws from a validator. */
export function readUnbondingDelegation(
  state: StateReader,
  delegator: Bytes,
  operator: Bytes,
): UnbondingDelegation | undefined {
  const value = state.get('staking', concatBytes(unbondingsPrefix(delegator), withLength(operator)));
  return value === undefined ? undefined : UnbondingDelegation.decode(value);
}

/** Writes what a delegator withdraws. Without entries it is deleted. */
export function writeUnbondingDelegation(
  state: WorkingState,
  delegator: Bytes,
  operator: Bytes,
  unbonding: UnbondingDelegation,
): void {
  const key = concatBytes(unbondingsPrefix(delegator), withLength(operator));
  const index = concatBytes(validatorUnbondingsPrefix(operator), withLength(delegator));
  writeIndexed(state, key, unbonding.entries.length === 0 ? undefined : UnbondingDelegation.encode(unbonding), [index]);
}

/** Reads what delegators withdraw from a validator, ascending by delegator. */
export function readUnbondingsFrom(state: StateReader, operator: Bytes): (readonly [Bytes, UnbondingDelegation])[] {
  const prefix = validatorUnbondingsPrefix(operator);
  return [...state.entries('staking', prefix)].map(([key]) => {
    const delegator = key.slice(prefix.length + 1);
    const found = readUnbondingDelegation(state, delegator, operator);
    invariant(found !== undefined, 'the index of unbonding delegations names one that does not exist');
    return [delegator, found];
  });
}

/** Writes a value and its keys in indexes, or deletes all of them. */
function writeIndexed(state: WorkingState, key: Bytes, value: Bytes | undefined, indexes: readonly Bytes[]): void {
  if (value === undefined) for (const each of [key, ...indexes]) state.delete('staking', each);
  else {
    state.set('staking', key, value);
    for (const index of indexes) state.set('staking', index, INDEXED);
  }
}

/** Reads what a delegator moves from one validator to another. */
export function readRedelegation(
  state: StateReader,
  delegator: Bytes,
  source: Bytes,
  destination: Bytes,
): Redelegation | undefined {
  const value = state.get(
    'staking',
    concatBytes(redelegationsPrefix(delegator), withLength(source), withLength(destination)),
  );
  return value === undefined ? undefined : Redelegation.decode(value);
}

/** Writes what a delegator moves. Without entries it is deleted. */
export function writeRedelegation(
  state: WorkingState,
  [delegator, source, destination]: readonly [Bytes, Bytes, Bytes],
  redelegation: Redelegation,
): void {
  const key = concatBytes(redelegationsPrefix(delegator), withLength(source), withLength(destination));
  const value = redelegation.entries.length === 0 ? undefined : Redelegation.encode(redelegation);
  writeIndexed(state, key, value, [
    concatBytes(redelegationsFromPrefix(source), withLength(delegator), withLength(destination)),
    concatBytes(receivedPrefix(delegator, destination), withLength(source)),
  ]);
}

/** Reads what delegators move from a validator, ascending by delegator. */
export function readRedelegationsFrom(state: StateReader, source: Bytes): Redelegation[] {
  const prefix = redelegationsFromPrefix(source);
  return [...state.entries('staking', prefix)].map(([key]) => {
    const [delegator, destination] = sizedPair(key.slice(prefix.length));
    const found = readRedelegation(state, delegator, source, destination);
    invariant(found !== undefined, 'the index of redelegations names one that does not exist');
    return found;
  });
}

/** Splits two addresses, each of which follows its length. */
export function sizedPair(key: Bytes): readonly [Bytes, Bytes] {
  const second = 1 + (key[0] ?? 0);
  return [key.slice(1, second), key.slice(second + 1)];
}

const receivedPrefix = (delegator: Bytes, destination: Bytes): Bytes =>
  concatBytes(REDELEGATIONS_BY_DESTINATION, withLength(destination), withLength(delegator));

/** Returns whether a delegator moves stake to this validator. */
export function receivesRedelegation(state: StateReader, delegator: Bytes, operator: Bytes): boolean {
  for (const _ of state.entries('staking', receivedPrefix(delegator, operator))) return true;
  return false;
}

/** Returns the next number of an entry, and counts it. Here a validator that unbonds takes no number. */
export function takeUnbondingId(state: WorkingState): bigint {
  const value = state.get('staking', UNBONDING_ID_KEY);
  const id = 1n + (value === undefined ? 0n : bytesToBigint(value));
  writeUnbondingId(state, id);
  return id;
}

/** Writes the greatest number that an entry has. */
export const writeUnbondingId = (state: WorkingState, id: bigint): void =>
  state.set('staking', UNBONDING_ID_KEY, bigintToBytes(id, 8));

/** Power of a validator that was last reported to consensus. */
export interface LastPower {
  readonly operator: Bytes;
  readonly power: bigint;
}

const Power = message('google.protobuf.Int64Value', { value: int(1) });

/** Returns the last powers, ascending by operator. */
export function readLastPowers(state: StateReader): LastPower[] {
  const found: LastPower[] = [];
  for (const [key, value] of state.entries('staking', LAST_POWERS))
    found.push({ operator: key.slice(2), power: Power.decode(value).value });
  return found;
}

/** Writes a last power. Power 0 deletes the entry. */
export function writeLastPower(state: WorkingState, { operator, power }: LastPower): void {
  const key = concatBytes(LAST_POWERS, withLength(operator));
  if (power === 0n) state.delete('staking', key);
  else state.set('staking', key, Power.encode({ value: power }));
}

const Unbonding = message('halley.staking.Unbonding', {
  operator: bytes(1),
  /** End in nanoseconds. */
  time: int(2),
});
export type Unbonding = Of<typeof Unbonding>;

const UnbondingQueue = message('halley.staking.UnbondingQueue', {
  entries: repeated(1, Unbonding),
  /** Time in nanoseconds when the next unbonding delegation or redelegation matures; 0 if none is queued. */
  nextMaturity: int(2),
});
type UnbondingQueue = Of<typeof UnbondingQueue>;

const decodeQueue = memoizeDecoded(UnbondingQueue.decode);
const NOTHING_UNBONDS: UnbondingQueue = { entries: [], nextMaturity: 0n };

/** Returns the validators that are unbonding, ascending by time, and when something else ends next. */
export function readUnbondingQueue(state: StateReader): UnbondingQueue {
  const value = state.get('staking', QUEUE_KEY);
  return value === undefined ? NOTHING_UNBONDS : decodeQueue(value);
}

const byTime = (a: Unbonding, b: Unbonding): number => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0);

/** Writes a queue, whose entries may be in any order. Entries with the same time retain their order. */
export function writeUnbondingQueue(state: WorkingState, { entries, nextMaturity }: UnbondingQueue): void {
  if (entries.length === 0 && nextMaturity === 0n) state.delete('staking', QUEUE_KEY);
  else state.set('staking', QUEUE_KEY, UnbondingQueue.encode({ entries: entries.toSorted(byTime), nextMaturity }));
}

/** Marks that the end of this block must update the set. The mark is undone with other changes. */
export const markPowersChanged = (state: WorkingState): void =>
  state.set('staking', POWERS_CHANGED_KEY, POWERS_CHANGED_KEY);

/** Returns whether the mark is set in this block, and removes it. */
export function takePowersChanged(state: WorkingState): boolean {
  if (state.get('staking', POWERS_CHANGED_KEY) === undefined) return false;
  state.delete('staking', POWERS_CHANGED_KEY);
  return true;
}
