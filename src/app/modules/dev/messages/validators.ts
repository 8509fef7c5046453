/** Handles the messages of `halley.dev.v1` that change validators. */
import type { Event, PubKey } from '../../../../abci/application.js';
import * as messages from '../../../../codec/dev/validators.js';
import { toUpperHex } from '../../../../kernel/hex.js';
import type { UnixNanos } from '../../../../kernel/time.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import type { StateReader, WorkingState } from '../../../state/types.js';
import { consensusAddressOf } from '../../../types/consensus_key.js';
import { event } from '../../../types/events.js';
import { electedOf } from '../../staking/elected.js';
import { newValidator } from '../../staking/new_validator.js';
import { operatorAddress } from '../../staking/operator.js';
import {
  operatorByConsensusAddress,
  readStakingParams,
  readValidators,
  writeOperator,
  writeValidator,
} from '../../staking/store.js';
import { POWER_REDUCTION } from '../../staking/validator.js';
import { checkAddress, checkLength, defineDevMessage, devFailure } from '../define_dev_message.js';
import { setValidatorPower } from '../validator_power.js';

const ED25519_BYTES = 32;

const MAX_MONIKER_CHARACTERS = 70;

interface AddedValidator {
  readonly pubKey: PubKey;
  readonly power: bigint;
  readonly moniker: string;
  /** Time at which its commission was set. */
  readonly time: UnixNanos;
}

/**
 * Registers a validator in staking. Its operator is derived from its key, as those of a plain genesis are, and
 * delegates the tokens of its power, which are minted. The end of the block puts it into the set. Throws TxFailure for
 * a key, a name or a power that it cannot have, and for a full set.
 */
function addValidator(state: WorkingState, { pubKey, power, moniker, time }: AddedValidator): Event[] {
  const address = consensusAddressOf(pubKey);
  const operator = operatorAddress(address);
  if (operatorByConsensusAddress(state, address) !== undefined)
    throw devFailure('refused', `there is a validator with the consensus address ${toUpperHex(address)} already`);
  checkMoniker(state, moniker);
  if (power < 1n) throw devFailure('invalid', `a new validator cannot have the power ${power}: expected at least 1`);
  refuseFullSet(state);
  const { bech32Prefix: prefix } = readChainParams(state);
  const validator = newValidator({ operator, pubKey, moniker, tokens: 0n, status: 'unbonded', prefix, time });
  writeValidator(state, { operator, validator });
  writeOperator(state, address, operator);
  const minted = setValidatorPower(state, { address, power });
  const amount = `${power * POWER_REDUCTION}${readStakingParams(state).bondDenom}`;
  return [...minted, event('create_validator', { validator: validator.operator, amount })];
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
export const MsgAddValidator = defineDevMessage(
  messages.MsgAddValidator,
  ({ pubKey, power, moniker }, { state, block, emit }) => {
    checkLength('an ed25519 key', pubKey, ED25519_BYTES);
    emit(...addValidator(state, { pubKey: { type: 'ed25519', bytes: pubKey }, power, moniker, time: block.time }));
  },
);

/** `halley.dev.v1.MsgSetValidatorPower` changes the validator set as a staking transaction would, in one step. */
export const MsgSetValidatorPower = defineDevMessage(
  messages.MsgSetValidatorPower,
  ({ address, power }, { state, emit }) => {
    checkAddress(address);
    emit(...setValidatorPower(state, { address, power }));
  },
);
