/** `editValidator` runs what `MsgEditValidator` runs. The operator must not be a contract; -1 keeps the old number. */
import { operatorText } from '../../../modules/staking/addresses.js';
import { MsgEditValidator } from '../../../modules/staking/messages/MsgEditValidator.js';
import type { Description } from '../../../modules/staking/validator.js';
import { precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { checksumAddress } from '../../../types/address.js';
import { callingOperator, DESCRIPTION } from '../solidity.js';

const EDITED = solidityEvent(
  'event EditValidator(address indexed validatorAddress, int256 commissionRate, int256 minSelfDelegation)',
);

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
