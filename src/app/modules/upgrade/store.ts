/**
 * Reads and writes the keys of x/upgrade, which are the SDK's: the plan, and the upgrades that are done. A plan with the
 * name of an EVM fork switches to that fork's rules. Any other plan stands for a binary that changes nothing. The chain's
 * parameters have the height too, so that a block without a plan reads nothing.
 */
import { Any } from '../../../codec/cosmos/base.js';
import { int, mapped, optional, optionalTimestamp, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { HARDFORKS, type Hardfork, isFrom } from '../../../evm/hardfork.js';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import { ZERO_TIME } from '../../../kernel/time.js';
import { hardforkOf, readChainParams, writeChainParams } from '../../sdk/chain_params.js';
import type { StateReader, WorkingState } from '../../state/types.js';

const PLAN_KEY = Uint8Array.of(0);
const DONE = Uint8Array.of(1);
const HEIGHT_BYTES = 8;

export const Plan = message(
  'cosmos.upgrade.v1beta1.Plan',
  {
    name: string(1),
    /** Deprecated, and the zero time. */
    time: mapped(
      optionalTimestamp(2),
      (time) => time ?? ZERO_TIME,
      (time) => time,
    ),
    /** First height with the new rules. */
    height: int(3),
    info: string(4),
    /** Deprecated, and absent. */
    upgradedClientState: optional(5, Any),
  },
  { aminoName: 'cosmos-sdk/Plan' },
);
export type Plan = Of<typeof Plan>;

export function readPlan(state: StateReader): Plan | undefined {
  const value = state.get('upgrade', PLAN_KEY);
  return value && Plan.decode(value);
}

/** Stores the plan in place of an earlier one. */
export function writePlan(state: WorkingState, plan: Plan): void {
  state.set('upgrade', PLAN_KEY, Plan.encode(plan));
  writeChainParams(state, { ...readChainParams(state), upgradeHeight: plan.height });
}

export function deletePlan(state: WorkingState): void {
  state.delete('upgrade', PLAN_KEY);
  writeChainParams(state, { ...readChainParams(state), upgradeHeight: 0n });
}

const doneKey = (height: bigint, name: string): Bytes =>
  concatBytes(DONE, bigintToBytes(height, HEIGHT_BYTES), utf8(name));

/** Returns the height of an upgrade that is done. It is 0 for any other name. */
export function doneHeight(state: StateReader, wanted: string): bigint {
  for (const [key] of state.entries('upgrade', DONE))
    if (fromUtf8(key.subarray(1 + HEIGHT_BYTES)) === wanted) return bytesToBigint(key.slice(1, 1 + HEIGHT_BYTES));
  return 0n;
}

/** Returns the fork that a plan names; undefined for any other name. */
export const forkNamed = (name: string): Hardfork | undefined => HARDFORKS.find((fork) => fork === name);

/** Returns why the rules of a chain cannot become those of a fork; undefined when they can. */
export function forkProblem(state: StateReader, fork: Hardfork): string | undefined {
  const current = hardforkOf(readChainParams(state));
  if (!isFrom(current, 'prague'))
    return `the chain has the rules of ${current}: expected prague or later, start it with another hardfork`;
  return isFrom(current, fork) ? `the chain has the rules of ${current} already, expected a later fork` : undefined;
}

/** Applies the plan before its height. What is committed next has the new rules. */
export function applyPlan(state: WorkingState, { name, height }: Plan): void {
  deletePlan(state);
  state.set('upgrade', doneKey(height, name), Uint8Array.of(1));
  const fork = forkNamed(name);
  if (fork !== undefined && forkProblem(state, fork) === undefined)
    writeChainParams(state, { ...readChainParams(state), hardfork: fork });
}
