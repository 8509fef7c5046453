/** `/cosmos.staking.v1beta1.Query/Validator` returns one validator, by its operator. */
import { required, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound } from '../../../sdk/query/failure.js';
import { operatorOfQuery } from '../party.js';
import { readValidator } from '../store.js';
import { Validator as StakingValidator } from '../validator.js';

export const Validator = defineQuery('/cosmos.staking.v1beta1.Query/Validator', {
  request: message('cosmos.staking.v1beta1.QueryValidatorRequest', { validator: string(1) }, { lenient: true }),
  response: message('cosmos.staking.v1beta1.QueryValidatorResponse', { validator: required(1, StakingValidator) }),
  answer({ validator: text }, state) {
    const validator = readValidator(state, operatorOfQuery(text, state));
    if (validator === undefined) throw notFound(`validator ${text} not found`);
    return { validator };
  },
});
