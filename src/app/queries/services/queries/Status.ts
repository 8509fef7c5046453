/** Answers `/cosmos.base.node.v1beta1.Service/Status`: the node's earliest and latest height. */
import { bytes, timestamp, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { factsOf } from '../facts.js';

export const Status = defineNodeQuery('/cosmos.base.node.v1beta1.Service/Status', {
  request: NoFields,
  response: message('cosmos.base.node.v1beta1.StatusResponse', {
    earliestStoreHeight: uint(1),
    height: uint(2),
    time: timestamp(3),
    appHash: bytes(4),
    /** Is the hash of the next validator set, as in the SDK. */
    validatorHash: bytes(5),
  }),
  answer(_, __, services) {
    const { earliestState, head } = factsOf(services);
    return { ...head, earliestStoreHeight: earliestState, validatorHash: head.nextValidatorsHash };
  },
});
