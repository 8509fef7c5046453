/**
 * The control call `setValidatorPower`: a validator's tokens become what the power stands for. They are made for, or
 * taken from, its self-delegation; what others have delegated stays as it is. Asked for between blocks, done at the end
 * of the next one.
 */
import type { Event } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { HalleyError, invariant } from '../../../kernel/errors.js';
import { toHex, toUpperHex } from '../../../kernel/hex.js';
import { bech32Address } from '../../address.js';
import { readChainParams } from '../../chain_params.js';
import { ceilDecimal, DECIMAL_ONE } from '../../decimal.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { burnCoins, mintCoins } from '../bank/module_coins.js';
import { signingInfo } from '../slashing/store.js';
import { sharesFromTokens, tokensFromShares } from './delegation.js';
import { electedOf } from './elected.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import {
  markPowersChanged,
  type Registered,
  readDelegation,
  readStakingParams,
  readValidators,
  validatorByConsensusAddress,
  writeDelegation,
  writeValidator,
} from './store.js';
import { POWER_REDUCTION, powerOf, type Validator } from './validator.js';

export interface PowerChange {
  /** The validator's consensus address. */
  readonly address: Bytes;
  readonly power: bigint;
}

/** Changes that wait, by the hex of the consensus address. */
export type PowerChanges = ReadonlyMap<string, PowerChange>;

/** CometBFT `MaxTotalVotingPower`: an eighth of the greatest int64. */
const MAX_TOTAL_VOTING_POWER = ((1n << 63n) - 1n) / 8n;

const refuse = (message: string, facts: Readonly<Record<string, unknown>>): HalleyError =>
  new HalleyError('invalid-argument', message, facts);

/**
 * Checks a change on top of those that `waiting` already holds. Throws HalleyError `not-found` for an unknown
 * validator, `invalid-argument` for a change that cannot be, with the reason.
 */
export function checkPowerChange(state: StateReader, change: PowerChange, waiting: PowerChanges): void {
  const { address, power } = change;
  const name = toUpperHex(address);
  const found = validatorByConsensusAddress(state, address);
  if (found === undefined)
    throw new HalleyError('not-found', `no validator has the consensus address ${name}`, { address: name });
  if (power < 0n) throw refuse(`validator ${name} cannot have the negative power ${power}`, { address: name, power });
  if (power > MAX_TOTAL_VOTING_POWER)
    throw refuse(
      `validator ${name} cannot have the power ${power}: CometBFT allows at most ${MAX_TOTAL_VOTING_POWER} for all validators together`,
      { address: name, power, most: MAX_TOTAL_VOTING_POWER },
    );
  refuseJailed(state, found, change, name);
  refuseBelowDelegations(state, found, change, name);
  refuseBadSet(state, new Map([...waiting, [toHex(address), change]]), change, name);
}

function refuseJailed(state: StateReader, { validator }: Registered, { address }: PowerChange, name: string): void {
  const tombstoned = signingInfo(state, address)?.tombstoned === true;
  if (tombstoned || validator.jailed)
    throw refuse(`validator ${name} is ${tombstoned ? 'tombstoned' : 'jailed'}: its power cannot be set`, {
      address: name,
      jailed: validator.jailed,
      tombstoned,
    });
}

/** What others have delegated cannot be taken from them by this call. */
function refuseBelowDelegations(state: StateReader, found: Registered, { power }: PowerChange, name: string): void {
  const { operator, validator } = found;
  const own = readDelegation(state, operator, operator)?.shares ?? 0n;
  const others = ceilDecimal(tokensFromShares(validator, validator.shares - own));
  if (power * POWER_REDUCTION < others)
    throw refuse(
      `validator ${name} cannot have the power ${power}: others have delegated ${others} to it, ${POWER_REDUCTION} stand for a power of 1`,
      { address: name, power, delegatedByOthers: others },
    );
}

function refuseBadSet(state: StateReader, changes: PowerChanges, { power }: PowerChange, name: string): void {
  const all = readValidators(state);
  for (const { address, power: wanted } of changes.values()) {
    const found = validatorByConsensusAddress(state, address);
    const at = all.findIndex(({ validator }) => validator.operator === found?.validator.operator);
    const entry = all[at];
    if (entry !== undefined)
      all[at] = { ...entry, validator: { ...entry.validator, tokens: wanted * POWER_REDUCTION } };
  }
  const elected = electedOf(all, readStakingParams(state).maxValidators);
  const total = elected.reduce((sum, { validator }) => sum + powerOf(validator), 0n);
  if (elected.length === 0)
    throw refuse(`validator ${name} cannot have the power ${power}: no validator with power would remain`, {
      address: name,
      power,
    });
  if (total > MAX_TOTAL_VOTING_POWER)
    throw refuse(
      `validator ${name} cannot have the power ${power}: the total would be ${total}, CometBFT allows at most ${MAX_TOTAL_VOTING_POWER}`,
      { address: name, power, total, most: MAX_TOTAL_VOTING_POWER },
    );
}

/**
 * Does a change that was checked before the block began. A validator that the block itself has jailed is passed over:
 * nothing may give a tombstoned one tokens again.
 */
export function applyPowerChange(state: WorkingState, { address, power }: PowerChange): Event[] {
  const found = validatorByConsensusAddress(state, address);
  invariant(found !== undefined, `the power of a validator that does not exist was set: ${toUpperHex(address)}`);
  const { operator, validator } = found;
  const change = power * POWER_REDUCTION - validator.tokens;
  if (validator.jailed || change === 0n) return [];
  const own = readDelegation(state, operator, operator)?.shares ?? 0n;
  const shares = own + (change > 0n ? issued(validator, change) : -returned(validator, own, -change));
  const changed = { ...validator, tokens: validator.tokens + change, shares: validator.shares + shares - own };
  writeValidator(state, { operator, validator: changed });
  markPowersChanged(state);
  const delegator = bech32Address(operator, readChainParams(state).bech32Prefix);
  writeDelegation(state, operator, operator, { delegator, validator: validator.operator, shares });
  const pool = validator.status === 'bonded' ? BONDED_POOL : NOT_BONDED_POOL;
  return change > 0n ? mintCoins(state, pool, change) : burnCoins(state, pool, -change);
}

/** Shares for new tokens: one a token while there are none. */
const issued = (validator: Validator, tokens: bigint): bigint =>
  validator.shares === 0n ? tokens * DECIMAL_ONE : sharesFromTokens(validator, tokens);

/** Shares that go with tokens: all of the self-delegation when nothing remains. */
function returned(validator: Validator, own: bigint, tokens: bigint): bigint {
  const shares = sharesFromTokens(validator, tokens);
  return tokens === validator.tokens || shares > own ? own : shares;
}
