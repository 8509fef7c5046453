/** `/cosmos.base.node.v1beta1.Service/Config`: the node's settings. */
import { ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { defineNodeQuery } from '../../query/define_query.js';
import type { QueryServices } from '../../query/handler.js';
import type { StateReader } from '../../state/types.js';
import { factsOf } from '../facts.js';

function queryConfig(_: Bytes, __: StateReader, services: QueryServices): Bytes {
  const { minimumGasPrice, pruningKeepRecent, pruningInterval, haltHeight } = factsOf(services).config;
  return new ProtoWriter()
    .string(1, minimumGasPrice)
    .string(2, pruningKeepRecent)
    .string(3, pruningInterval)
    .uint(4, haltHeight)
    .finish();
}

export const Config = defineNodeQuery('/cosmos.base.node.v1beta1.Service/Config', queryConfig);
