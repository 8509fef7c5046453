/**
 * `/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo`: the engine's node and the application's version. What names a
 * Go build (its compiler, modules, SDK) is empty: there is none.
 */
import { ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { defineNodeQuery } from '../../query/define_query.js';
import type { QueryServices } from '../../query/handler.js';
import type { NodeInfo } from '../../query/node_facts.js';
import type { StateReader } from '../../state/types.js';
import { APP_NAME, APP_VERSION } from '../../version.js';
import { factsOf } from '../facts.js';

function queryNodeInfo(_: Bytes, __: StateReader, services: QueryServices): Bytes {
  const application = new ProtoWriter().string(1, APP_NAME).string(2, APP_NAME).string(3, APP_VERSION).finish();
  return new ProtoWriter()
    .message(1, encodeNodeInfo(factsOf(services).info))
    .message(2, application)
    .finish();
}

/** `tendermint.p2p.DefaultNodeInfo`. */
function encodeNodeInfo(info: NodeInfo): Bytes {
  const { p2p, block, app } = info.protocol;
  return new ProtoWriter()
    .message(1, new ProtoWriter().uint(1, p2p).uint(2, block).uint(3, app).finish())
    .string(2, info.nodeId)
    .string(3, info.listenAddress)
    .string(4, info.network)
    .string(5, info.version)
    .bytes(6, info.channels)
    .string(7, info.moniker)
    .message(8, new ProtoWriter().string(1, info.txIndex).string(2, info.rpcAddress).finish())
    .finish();
}

export const GetNodeInfo = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo', queryNodeInfo);
