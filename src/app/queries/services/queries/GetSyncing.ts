/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetSyncing`: whether the node is still syncing blocks. */
import { bool } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { factsOf } from '../facts.js';

export const GetSyncing = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetSyncing', {
  request: NoFields,
  response: message('cosmos.base.tendermint.v1beta1.GetSyncingResponse', { syncing: bool(1) }),
  answer: (_, __, services) => whenKnown(factsOf(services).syncing(), (syncing) => ({ syncing })),
});
