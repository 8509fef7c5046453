/** `/cosmos.staking.v1beta1.Query/Validator`: one validator, by its operator. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { notFound } from '../../../query/failure.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { operatorOfQuery } from '../party.js';
import { readValidator } from '../store.js';
import { encodeValidator } from '../validator.js';

function queryValidator(request: Bytes, state: StateReader): Bytes {
  const { validator: text } = readRequest(request, { 1: 'validator' }).texts;
  const validator = readValidator(state, operatorOfQuery(text, state));
  if (validator === undefined) throw notFound(`validator ${text} not found`);
  return new ProtoWriter().message(1, encodeValidator(validator)).finish();
}

export const Validator = defineQuery('/cosmos.staking.v1beta1.Query/Validator', queryValidator);
