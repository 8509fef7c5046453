/**
 * Answers `/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo`: the engine's node and the application's version. The
 * fields about a Go build (compiler, modules, SDK) are empty, because there is none.
 */
import { bytes, embedded, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { APP_NAME, APP_VERSION } from '../../../types/version.js';
import { factsOf } from '../facts.js';

const ProtocolVersion = message('tendermint.p2p.ProtocolVersion', { p2p: uint(1), block: uint(2), app: uint(3) });
const Other = message('tendermint.p2p.DefaultNodeInfoOther', { txIndex: string(1), rpcAddress: string(2) });
const DefaultNodeInfo = message('tendermint.p2p.DefaultNodeInfo', {
  protocol: embedded(1, ProtocolVersion),
  nodeId: string(2),
  listenAddress: string(3),
  network: string(4),
  version: string(5),
  channels: bytes(6),
  moniker: string(7),
  other: embedded(8, Other),
});
const VersionInfo = message('cosmos.base.tendermint.v1beta1.VersionInfo', {
  name: string(1),
  appName: string(2),
  version: string(3),
});

export const GetNodeInfo = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo', {
  request: NoFields,
  response: message('cosmos.base.tendermint.v1beta1.GetNodeInfoResponse', {
    node: embedded(1, DefaultNodeInfo),
    application: embedded(2, VersionInfo),
  }),
  answer: (_, __, services) =>
    whenKnown(factsOf(services).info(), (info) => ({
      node: { ...info, other: info },
      application: { name: APP_NAME, appName: APP_NAME, version: APP_VERSION },
    })),
});
