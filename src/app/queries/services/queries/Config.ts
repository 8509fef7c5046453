/** Answers `/cosmos.base.node.v1beta1.Service/Config`: the node's settings. */
import { string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { factsOf } from '../facts.js';

export const Config = defineNodeQuery('/cosmos.base.node.v1beta1.Service/Config', {
  request: NoFields,
  response: message('cosmos.base.node.v1beta1.ConfigResponse', {
    minimumGasPrice: string(1),
    pruningKeepRecent: string(2),
    pruningInterval: string(3),
    haltHeight: uint(4),
  }),
  answer: (_, __, services) => factsOf(services).config,
});
