/** `createValidator` runs what `MsgCreateValidator` runs. The operator must be the caller, and no contract. */
import { tryFromBase64 } from '../../../../codec/base64.js';
import { operatorText } from '../../../modules/staking/addresses.js';
import { MsgCreateValidator } from '../../../modules/staking/messages/MsgCreateValidator.js';
import type { Description, Rates } from '../../../modules/staking/validator.js';
import { precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { checksumAddress } from '../../../types/address.js';
import { failure } from '../../../types/refusal.js';
import { bondCoin, callingOperator, DESCRIPTION } from '../solidity.js';

const CREATED = solidityEvent('event CreateValidator(address indexed validatorAddress, uint256 value)');
const ED25519_BYTES = 32;

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
