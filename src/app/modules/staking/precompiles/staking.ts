/**
 * `0x…0800`: staking for contracts (cosmos/evm `precompiles/staking`). `delegate` runs what `MsgDelegate` runs, for the
 * caller alone. The other functions of its ABI come with their messages.
 */
import { toBase64 } from '../../../../codec/base64.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { fromHex } from '../../../../kernel/hex.js';
import { unixSeconds } from '../../../../kernel/time.js';
import { bech32Address, checksumAddress } from '../../../address.js';
import { DECIMAL_ONE } from '../../../decimal.js';
import { readAddress } from '../../../module/addresses.js';
import { failure } from '../../../module/failure.js';
import {
  definePrecompile,
  type PrecompileContext,
  precompileFunction,
  solidityEvent,
} from '../../../module/precompile.js';
import { operatorPrefix } from '../addresses.js';
import { sharesFromTokens, tokensFromShares } from '../delegation.js';
import { MsgDelegate } from '../messages/MsgDelegate.js';
import { readDelegation, readStakingParams, readValidator } from '../store.js';
import { BOND_STATUS, NO_DESCRIPTION, type Validator } from '../validator.js';

const DESCRIPTION =
  'struct Description { string moniker; string identity; string website; string securityContact; string details; }';
const VALIDATOR =
  'struct Validator { string operatorAddress; string consensusPubkey; bool jailed; uint8 status; uint256 tokens; uint256 delegatorShares; Description description; int64 unbondingHeight; int64 unbondingTime; uint256 commission; uint256 minSelfDelegation; }';
const DELEGATED = solidityEvent(
  'event Delegate(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 newShares)',
);

const addressOf = (arg: unknown): Bytes => fromHex(String(arg).slice(2));
const operatorOf = (text: unknown, { params }: PrecompileContext): Bytes =>
  readAddress('validator address', String(text), operatorPrefix(params.bech32Prefix));

export const staking = definePrecompile('0x0000000000000000000000000000000000000800', [
  precompileFunction(
    'function delegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (bool success)',
    ([delegatorText, validatorAddress, amount], context) => {
      const delegator = addressOf(delegatorText);
      const caller = checksumAddress(context.caller);
      if (checksumAddress(delegator) !== caller)
        throw failure(
          'unauthorized',
          `msg.sender address ${caller} does not match the requester address ${checksumAddress(delegator)}`,
        );
      const { state, params } = context;
      MsgDelegate.handle(
        {
          delegatorAddress: bech32Address(delegator, params.bech32Prefix),
          validatorAddress: String(validatorAddress),
          amount: { denom: readStakingParams(state).bondDenom, amount: String(amount) },
        },
        context,
      );
      const operator = operatorOf(validatorAddress, context);
      const validator = readValidator(state, operator) as Validator;
      const newShares = sharesFromTokens(validator, amount as bigint);
      context.log(DELEGATED, [checksumAddress(delegator), checksumAddress(operator), amount, newShares]);
      return [true];
    },
  ),
  precompileFunction(
    [
      'struct Coin { string denom; uint256 amount; }',
      'function delegation(address delegatorAddress, string validatorAddress) view returns (uint256 shares, Coin balance)',
    ],
    ([delegator, validatorAddress], context) => {
      const operator = operatorOf(validatorAddress, context);
      const denom = readStakingParams(context.state).bondDenom;
      const held = readDelegation(context.state, addressOf(delegator), operator);
      const validator = held && readValidator(context.state, operator);
      if (held === undefined || validator === undefined) return [0n, { denom, amount: 0n }];
      return [held.shares, { denom, amount: tokensFromShares(validator, held.shares) / DECIMAL_ONE }];
    },
  ),
  precompileFunction(
    [DESCRIPTION, VALIDATOR, 'function validator(address validatorAddress) view returns (Validator validator)'],
    ([address], { state }) => [validatorInfo(addressOf(address), readValidator(state, addressOf(address)))],
  ),
]);

/** One that does not exist is empty. */
function validatorInfo(operator: Bytes, validator: Validator | undefined) {
  if (validator === undefined)
    return {
      operatorAddress: '',
      consensusPubkey: '',
      jailed: false,
      status: 0,
      tokens: 0n,
      delegatorShares: 0n,
      description: NO_DESCRIPTION,
      unbondingHeight: 0n,
      unbondingTime: 0n,
      commission: 0n,
      minSelfDelegation: 0n,
    };
  return {
    operatorAddress: checksumAddress(operator),
    consensusPubkey: toBase64(validator.pubKey.bytes),
    jailed: validator.jailed,
    status: BOND_STATUS[validator.status],
    tokens: validator.tokens,
    delegatorShares: validator.shares,
    description: validator.description,
    unbondingHeight: validator.unbondingHeight,
    unbondingTime: unixSeconds(validator.unbondingTime),
    commission: validator.commission.rate,
    minSelfDelegation: validator.minSelfDelegation,
  };
}
