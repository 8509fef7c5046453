/** Handles the messages of `halley.dev.v1` that change validators. */
import type { PubKey } from '../../../../abci/application.js';
import { keyProblem } from '../../../../abci/pub_key.js';
import * as messages from '../../../../codec/dev/validators.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { toUpperHex } from '../../../../kernel/hex.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import type { StateReader } from '../../../state/types.js';
import { bech32Address } from '../../../types/address.js';
import { ceilDecimal, DECIMAL_ONE } from '../../../types/coins.js';
import { consensusAddressOf } from '../../../types/consensus_key.js';
import { event } from '../../../types/events.js';
import { baseCoin, burnCoins, mintCoins } from '../../bank/module_coins.js';
import { signingInfo } from '../../slashing/store.js';
import { sharesFromTokens, tokensFromShares } from '../../staking/delegation.js';
import { electedOf } from '../../staking/elected.js';
import { newValidator } from '../../staking/new_validator.js';
import { derivedOperator } from '../../staking/operator.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../staking/pools.js';
import { afterDelegationChanges, afterValidatorCreated, beforeDelegationChanges } from '../../staking/rewards/hooks.js';
import {
  consensusKeyTypes,
  markPowersChanged,
  operatorByConsensusAddress,
  type Registered,
  readDelegation,
  readStakingParams,
  readValidators,
  validatorByConsensusAddress,
  writeDelegation,
  writeOperator,
  writeValidator,
} from '../../staking/store.js';
import { MAX_TOTAL_VOTING_POWER, POWER_REDUCTION, powerOf, type Validator } from '../../staking/validator.js';
import { checkAddress, defineDevMessage, devFailure } from '../define_dev_message.js';

const MAX_MONIKER_CHARACTERS = 70;

interface AddedValidator {
  readonly pubKey: PubKey;
  readonly power: bigint;
  readonly moniker: string;
}

interface PowerChange {
  /** Consensus address of the validator. */
  readonly address: Bytes;
  readonly power: bigint;
}

const cannotHave = (name: string, power: bigint, why: string) =>
  devFailure('invalid', `validator ${name} cannot have the power ${power}: ${why}`);

/**
 * Sets a validator's tokens to those of a voting power. The difference is minted for, or burned from, its
 * self-delegation; delegations of others do not change. The set follows at the end of the block, and the engine two
 * heights later. Throws TxFailure for an unknown validator, and for an impossible power, with the reason.
 */
function setValidatorPower(context: MessageContext, change: PowerChange): void {
  const { state } = context;
  const { address, power } = change;
  const name = toUpperHex(address);
  const found = validatorByConsensusAddress(state, address);
  if (found === undefined) throw devFailure('notFound', `no validator has the consensus address ${name}`);
  if (power < 0n) throw devFailure('invalid', `validator ${name} cannot have the negative power ${power}`);
  if (power > MAX_TOTAL_VOTING_POWER)
    throw cannotHave(name, power, `CometBFT allows at most ${MAX_TOTAL_VOTING_POWER} for all validators together`);
  refuseJailed(state, found, address, name);
  refuseBelowDelegations(state, found, power, name);
  refuseBadSet(state, found, power, name);
  giveTokens(context, found, power * POWER_REDUCTION);
}

function refuseJailed(state: StateReader, { validator }: Registered, address: Bytes, name: string): void {
  const tombstoned = signingInfo(state, address)?.tombstoned === true;
  if (tombstoned || validator.jailed)
    throw devFailure(
      'invalid',
      `validator ${name} is ${tombstoned ? 'tombstoned' : 'jailed'}: its power cannot be set`,
    );
}

/** Throws TxFailure for a power below the delegations of others, which this message cannot reduce. */
function refuseBelowDelegations(state: StateReader, found: Registered, power: bigint, name: string): void {
  const { operator, validator } = found;
  const own = readDelegation(state, operator, operator)?.shares ?? 0n;
  const others = ceilDecimal(tokensFromShares(validator, validator.shares - own));
  if (power * POWER_REDUCTION < others)
    throw cannotHave(
      name,
      power,
      `others have delegated ${others} tokens to it, and a power of 1 is ${POWER_REDUCTION} tokens`,
    );
}

function refuseBadSet(state: StateReader, { validator: { operator } }: Registered, power: bigint, name: string): void {
  const all = readValidators(state).map((entry) =>
    entry.validator.operator === operator
      ? { ...entry, validator: { ...entry.validator, tokens: power * POWER_REDUCTION } }
      : entry,
  );
  const elected = electedOf(all, readStakingParams(state).maxValidators);
  const total = elected.reduce((sum, { validator }) => sum + powerOf(validator), 0n);
  if (elected.length === 0) throw cannotHave(name, power, 'no validator with power would remain');
  if (total > MAX_TOTAL_VOTING_POWER)
    throw cannotHave(name, power, `the total would be ${total}, CometBFT allows at most ${MAX_TOTAL_VOTING_POWER}`);
}

function giveTokens(context: MessageContext, { operator, validator }: Registered, tokens: bigint): void {
  const { state, block, emit } = context;
  const change = tokens - validator.tokens;
  if (change === 0n) return;
  // It runs before the block to come, whose fees the new shares earn too.
  const earlier = { ...context, block: { ...block, height: block.height - 1n } };
  beforeDelegationChanges(earlier, operator, operator);
  const own = readDelegation(state, operator, operator)?.shares ?? 0n;
  const shares = own + (change > 0n ? issued(validator, change) : -returned(validator, own, -change));
  const changed = { ...validator, tokens: validator.tokens + change, shares: validator.shares + shares - own };
  writeValidator(state, { operator, validator: changed });
  markPowersChanged(state);
  const delegator = bech32Address(operator, readChainParams(state).bech32Prefix);
  writeDelegation(state, operator, operator, { delegator, validator: validator.operator, shares });
  if (shares > 0n) afterDelegationChanges(earlier, operator, operator);
  const pool = validator.status === 'bonded' ? BONDED_POOL : NOT_BONDED_POOL;
  const moved = baseCoin(state, change > 0n ? change : -change);
  emit(...(change > 0n ? mintCoins : burnCoins)(state, pool, moved));
}

/** Returns the shares for new tokens: one share a token while there are none. */
const issued = (validator: Validator, tokens: bigint): bigint =>
  validator.shares === 0n ? tokens * DECIMAL_ONE : sharesFromTokens(validator, tokens);

/** Returns the shares to remove with tokens: the whole self-delegation when no tokens remain. */
function returned(validator: Validator, own: bigint, tokens: bigint): bigint {
  const shares = sharesFromTokens(validator, tokens);
  return tokens === validator.tokens || shares > own ? own : shares;
}

/**
 * Registers a validator in staking. Its operator is derived from its key, as those of a plain genesis are, and
 * delegates the tokens of its power, which are minted. The end of the block puts it into the set. Throws TxFailure for
 * a key, a name or a power that it cannot have, and for a full set.
 */
function addValidator(context: MessageContext, { pubKey, power, moniker }: AddedValidator): void {
  const { state, block, emit } = context;
  const address = consensusAddressOf(pubKey);
  const operator = derivedOperator(address);
  if (operatorByConsensusAddress(state, address) !== undefined)
    throw devFailure('refused', `there is a validator with the consensus address ${toUpperHex(address)} already`);
  checkMoniker(state, moniker);
  if (power < 1n) throw devFailure('invalid', `a new validator cannot have the power ${power}: expected at least 1`);
  refuseFullSet(state);
  const { bech32Prefix: prefix } = readChainParams(state);
  const validator = newValidator({
    operator,
    pubKey,
    moniker,
    tokens: 0n,
    status: 'unbonded',
    prefix,
    time: block.time,
  });
  writeValidator(state, { operator, validator });
  writeOperator(state, address, operator);
  afterValidatorCreated(context, operator);
  setValidatorPower(context, { address, power });
  const amount = `${power * POWER_REDUCTION}${readStakingParams(state).bondDenom}`;
  emit(event('create_validator', { validator: validator.operator, amount }));
}

function checkMoniker(state: StateReader, moniker: string): void {
  const { length } = [...moniker];
  if (length < 1 || length > MAX_MONIKER_CHARACTERS)
    throw devFailure(
      'invalid',
      `the name of a validator has ${length} characters, expected 1 to ${MAX_MONIKER_CHARACTERS}`,
    );
  if (readValidators(state).some(({ validator }) => validator.description.moniker === moniker))
    throw devFailure('refused', `there is a validator with the name "${moniker}" already: choose another name`);
}

function refuseFullSet(state: StateReader): void {
  const { maxValidators } = readStakingParams(state);
  if (electedOf(readValidators(state), maxValidators).length < maxValidators) return;
  throw devFailure(
    'refused',
    `the validator set has ${maxValidators} members, as many as staking allows (max_validators): remove one first`,
  );
}

/** `halley.dev.v1.MsgAddValidator` registers a validator, as a transaction of its operator would. */
export const MsgAddValidator = defineDevMessage(messages.MsgAddValidator, (value, context) => {
  const { pubKey: bytes, power, moniker, keyType } = value;
  const types = consensusKeyTypes(context.state);
  const type = types.find((each) => each === (keyType || 'ed25519'));
  if (type === undefined)
    throw devFailure('invalid', `a validator cannot have a key of type "${keyType}": expected ${types.join(' or ')}`);
  const problem = keyProblem({ type, bytes });
  if (problem !== undefined) throw devFailure('invalid', `a validator cannot have the key: the ${problem}`);
  addValidator(context, { pubKey: { type, bytes }, power, moniker });
});

/** `halley.dev.v1.MsgSetValidatorPower` changes the validator set as a staking transaction would, in one step. */
export const MsgSetValidatorPower = defineDevMessage(messages.MsgSetValidatorPower, ({ address, power }, context) => {
  checkAddress(address);
  setValidatorPower(context, { address, power });
});
