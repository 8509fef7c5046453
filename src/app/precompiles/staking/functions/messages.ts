/** Functions that run what the messages of staking run, for the caller alone. */
import { tryFromBase64 } from '../../../../codec/base64.js';
import { unixSeconds } from '../../../../kernel/time.js';
import { operatorPrefix, operatorText } from '../../../modules/staking/addresses.js';
import { sharesFromTokens } from '../../../modules/staking/delegation.js';
import { MsgCreateValidator } from '../../../modules/staking/messages/MsgCreateValidator.js';
import { MsgDelegate } from '../../../modules/staking/messages/MsgDelegate.js';
import { MsgEditValidator } from '../../../modules/staking/messages/MsgEditValidator.js';
import {
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgUndelegate,
} from '../../../modules/staking/messages/unbonding.js';
import { readValidator } from '../../../modules/staking/store.js';
import type { Description, Rates, Validator } from '../../../modules/staking/validator.js';
import { precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { bech32Address, checksumAddress, readAddress } from '../../../types/address.js';
import { failure } from '../../../types/refusal.js';
import { bondCoin, callingDelegator, callingOperator, DESCRIPTION, hexOperator } from '../solidity.js';

const CREATED = solidityEvent('event CreateValidator(address indexed validatorAddress, uint256 value)');
const ED25519_BYTES = 32;

/** Creates a validator. The operator must be the caller, and no contract. */
export const createValidator = precompileFunction(
  [
    DESCRIPTION,
    'struct CommissionRates { uint256 rate; uint256 maxRate; uint256 maxChangeRate; }',
    'function createValidator(Description description, CommissionRates commissionRates, uint256 minSelfDelegation, address validatorAddress, string pubkey, uint256 value) returns (bool success)',
  ],
  ([description, commissionRates, minSelfDelegation, validatorAddress, pubkey, value], context) => {
    const operator = callingOperator(validatorAddress, context);
    MsgCreateValidator.handle(
      {
        description: description as Description,
        commission: commissionRates as Rates,
        minSelfDelegation: minSelfDelegation as bigint,
        delegatorAddress: '',
        validatorAddress: operatorText(operator, context.params.bech32Prefix),
        pubkey: { type: 'ed25519', bytes: keyOf(String(pubkey)) },
        value: bondCoin(context, value),
      },
      context,
    );
    context.log(CREATED, [checksumAddress(operator), value]);
    return [true];
  },
);

function keyOf(text: string): Uint8Array {
  const key = tryFromBase64(text);
  if (key?.length === ED25519_BYTES) return key;
  throw failure('invalidPubKey', `consensus pubkey "${text}" is not base64 of ${ED25519_BYTES} bytes: invalid pubkey`);
}

const EDITED = solidityEvent(
  'event EditValidator(address indexed validatorAddress, int256 commissionRate, int256 minSelfDelegation)',
);

/** Edits a validator, whose operator must not be a contract; -1 keeps the old number. */
export const editValidator = precompileFunction(
  [
    DESCRIPTION,
    'function editValidator(Description description, address validatorAddress, int256 commissionRate, int256 minSelfDelegation) returns (bool success)',
  ],
  ([description, validatorAddress, commissionRate, minSelfDelegation], context) => {
    const { params } = context;
    const operator = callingOperator(validatorAddress, context);
    MsgEditValidator.handle(
      {
        description: description as Description,
        validatorAddress: operatorText(operator, params.bech32Prefix),
        commissionRate: changed(commissionRate),
        minSelfDelegation: changed(minSelfDelegation),
      },
      context,
    );
    context.log(EDITED, [checksumAddress(operator), commissionRate, minSelfDelegation]);
    return [true];
  },
);

const changed = (value: unknown): bigint | undefined => (value === -1n ? undefined : (value as bigint));

const DELEGATED = solidityEvent(
  'event Delegate(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 newShares)',
);

export const delegate = precompileFunction(
  'function delegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (bool success)',
  ([delegatorText, validatorAddress, amount], context) => {
    const delegator = callingDelegator(delegatorText, context);
    const { state, params } = context;
    MsgDelegate.handle(
      {
        delegatorAddress: bech32Address(delegator, params.bech32Prefix),
        validatorAddress: String(validatorAddress),
        amount: bondCoin(context, amount),
      },
      context,
    );
    const operator = readAddress('validator address', String(validatorAddress), operatorPrefix(params.bech32Prefix));
    const validator = readValidator(state, operator) as Validator;
    const newShares = sharesFromTokens(validator, amount as bigint);
    context.log(DELEGATED, [checksumAddress(delegator), checksumAddress(operator), amount, newShares]);
    return [true];
  },
);

const UNBOND = solidityEvent(
  'event Unbond(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 completionTime)',
);

export const undelegate = precompileFunction(
  'function undelegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (int64 completionTime)',
  async ([delegatorText, validatorAddress, amount], context) => {
    const delegator = callingDelegator(delegatorText, context);
    const { completionTime } = await MsgUndelegate.handle(
      {
        delegatorAddress: bech32Address(delegator, context.params.bech32Prefix),
        validatorAddress: String(validatorAddress),
        amount: bondCoin(context, amount),
      },
      context,
    );
    const end = unixSeconds(completionTime);
    context.log(UNBOND, [checksumAddress(delegator), hexOperator(validatorAddress, context), amount, end]);
    return [end];
  },
);

const REDELEGATE = solidityEvent(
  'event Redelegate(address indexed delegatorAddress, address indexed validatorSrcAddress, address indexed validatorDstAddress, uint256 amount, uint256 completionTime)',
);

export const redelegate = precompileFunction(
  'function redelegate(address delegatorAddress, string validatorSrcAddress, string validatorDstAddress, uint256 amount) returns (int64 completionTime)',
  async ([delegatorText, source, destination, amount], context) => {
    const delegator = callingDelegator(delegatorText, context);
    const { completionTime } = await MsgBeginRedelegate.handle(
      {
        delegatorAddress: bech32Address(delegator, context.params.bech32Prefix),
        validatorSrcAddress: String(source),
        validatorDstAddress: String(destination),
        amount: bondCoin(context, amount),
      },
      context,
    );
    const end = unixSeconds(completionTime);
    context.log(REDELEGATE, [
      checksumAddress(delegator),
      hexOperator(source, context),
      hexOperator(destination, context),
      amount,
      // The zero time of a source that is unbonded is negative.
      BigInt.asUintN(256, end),
    ]);
    return [end];
  },
);

const CANCELED = solidityEvent(
  'event CancelUnbondingDelegation(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 creationHeight)',
);

export const cancelUnbondingDelegation = precompileFunction(
  'function cancelUnbondingDelegation(address delegatorAddress, string validatorAddress, uint256 amount, uint256 creationHeight) returns (bool success)',
  async ([delegatorText, validatorAddress, amount, creationHeight], context) => {
    const delegator = callingDelegator(delegatorText, context);
    await MsgCancelUnbondingDelegation.handle(
      {
        delegatorAddress: bech32Address(delegator, context.params.bech32Prefix),
        validatorAddress: String(validatorAddress),
        amount: bondCoin(context, amount),
        creationHeight: BigInt.asIntN(64, creationHeight as bigint),
      },
      context,
    );
    const operator = hexOperator(validatorAddress, context);
    context.log(CANCELED, [checksumAddress(delegator), operator, amount, creationHeight]);
    return [true];
  },
);
