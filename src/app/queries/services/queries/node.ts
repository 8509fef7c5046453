/** Answers the queries of `cosmos.base.node.v1beta1`: the configuration and the status of the node. */
import { bytes, string, timestamp, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineNodeQuery, NoFields } from '../../../sdk/query/define_query.js';
import { factsOf } from '../facts.js';

/** Answers `/cosmos.base.node.v1beta1.Service/Config`: the node's settings. */
export const Config = defineNodeQuery('/cosmos.base.node.v1beta1.Service/Config', {
  rest: '/cosmos/base/node/v1beta1/config',
  request: NoFields,
  response: message('cosmos.base.node.v1beta1.ConfigResponse', {
    minimumGasPrice: string(1),
    pruningKeepRecent: string(2),
    pruningInterval: string(3),
    haltHeight: uint(4),
  }),
  answer: (_, __, services) => factsOf(services).config,
});

/** Answers `/cosmos.base.node.v1beta1.Service/Status`: the node's earliest and latest height. */
export const Status = defineNodeQuery('/cosmos.base.node.v1beta1.Service/Status', {
  rest: '/cosmos/base/node/v1beta1/status',
  request: NoFields,
  response: message(
    'cosmos.base.node.v1beta1.StatusResponse',
    {
      earliestStoreHeight: uint(1),
      height: uint(2),
      time: timestamp(3),
      appHash: bytes(4),
      /** Hash of the next validator set, as in the SDK. */
      validatorHash: bytes(5),
    },
    { names: { time: 'timestamp' } },
  ),
  answer(_, __, services) {
    const { earliestState, head } = factsOf(services);
    return { ...head, earliestStoreHeight: earliestState, validatorHash: head.nextValidatorsHash };
  },
});
