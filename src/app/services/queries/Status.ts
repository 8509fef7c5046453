/** `/cosmos.base.node.v1beta1.Service/Status`: where the node stands. */
import { encodeTimestamp, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { defineNodeQuery } from '../../query/define_query.js';
import type { QueryServices } from '../../query/handler.js';
import type { StateReader } from '../../state/types.js';
import { factsOf } from '../facts.js';

/** `validator_hash` is that of the next set, as in the SDK. */
function queryStatus(_: Bytes, __: StateReader, services: QueryServices): Bytes {
  const { earliestState, head } = factsOf(services);
  return new ProtoWriter()
    .uint(1, earliestState)
    .uint(2, head.height)
    .message(3, encodeTimestamp(head.time))
    .bytes(4, head.appHash)
    .bytes(5, head.nextValidatorsHash)
    .finish();
}

export const Status = defineNodeQuery('/cosmos.base.node.v1beta1.Service/Status', queryStatus);
