/** `unjail` runs what `MsgUnjail` runs, for the operator that calls it. */
import { fromHex } from '../../../../kernel/hex.js';
import { MsgUnjail } from '../../../modules/slashing/messages/MsgUnjail.js';
import { operatorText } from '../../../modules/staking/addresses.js';
import { precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { checksumAddress } from '../../../types/address.js';
import { failure } from '../../../types/refusal.js';

const UNJAILED = solidityEvent('event ValidatorUnjailed(address indexed validator)');

export const unjail = precompileFunction(
  'function unjail(address validatorAddress) returns (bool success)',
  ([arg], context) => {
    const operator = fromHex(String(arg));
    const [caller, validator] = [checksumAddress(context.caller), checksumAddress(operator)];
    if (caller !== validator)
      throw failure('unauthorized', `msg.sender address ${caller} does not match the requester address ${validator}`);
    MsgUnjail.handle({ validatorAddr: operatorText(operator, context.params.bech32Prefix) }, context);
    context.log(UNJAILED, [validator]);
    return [true];
  },
);
