/** Answers the queries of `cosmos.base.tendermint.v1beta1`: blocks, validators, and facts of the node. */
import {
  bool,
  bytes,
  embedded,
  int,
  optional,
  repeated,
  small,
  string,
  uint,
} from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { defineNodeQuery, NoFields } from '../../../sdk/query/define_query.js';
import { invalidArgument, plainError } from '../../../sdk/query/failure.js';
import type { NodeFacts } from '../../../sdk/query/node_facts.js';
import { PageRequest } from '../../../sdk/query/pagination.js';
import { APP_NAME, APP_VERSION, FOLLOWED_MODULES, FOLLOWED_SDK } from '../../../types/version.js';
import { BlockResponse, blockResponse } from '../block_response.js';
import { factsOf } from '../facts.js';
import { SetResponse, setResponse } from '../set_response.js';

/** Checks the height in a query about the chain, with a node's texts for bad ones. */
function checkHeight(height: bigint, { head, earliestBlock }: NodeFacts): void {
  if (height > head.height) throw invalidArgument('requested block height is bigger then the chain length');
  if (height <= 0n) throw plainError(`height must be greater than 0, but got ${height}`);
  if (height < earliestBlock) throw plainError(`height ${height} is not available, lowest height is ${earliestBlock}`);
}

/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight`: the block at a height. */
export const GetBlockByHeight = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight', {
  rest: '/cosmos/base/tendermint/v1beta1/blocks/{height}',
  request: message('cosmos.base.tendermint.v1beta1.GetBlockByHeightRequest', { height: int(1) }, { lenient: true }),
  response: BlockResponse,
  answer({ height }, state, services) {
    const facts = factsOf(services);
    checkHeight(height, facts);
    return blockResponse(facts, height, state);
  },
});

/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock`: the newest block. */
export const GetLatestBlock = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock', {
  rest: '/cosmos/base/tendermint/v1beta1/blocks/latest',
  request: NoFields,
  response: BlockResponse,
  answer(_, state, services) {
    const facts = factsOf(services);
    return blockResponse(facts, facts.head.height, state);
  },
});

/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetLatestValidatorSet`: the set that signs the newest height. */
export const GetLatestValidatorSet = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetLatestValidatorSet', {
  rest: '/cosmos/base/tendermint/v1beta1/validatorsets/latest',
  request: message(
    'cosmos.base.tendermint.v1beta1.GetLatestValidatorSetRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: SetResponse,
  answer({ pagination: page }, state, services) {
    const facts = factsOf(services);
    return setResponse(facts, facts.head.height, page, state);
  },
});

const ValidatorSetRequest = message(
  'cosmos.base.tendermint.v1beta1.GetValidatorSetByHeightRequest',
  { height: int(1), pagination: embedded(2, PageRequest) },
  { lenient: true },
);

/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetValidatorSetByHeight`: the set that signs a height. */
export const GetValidatorSetByHeight = defineNodeQuery(
  '/cosmos.base.tendermint.v1beta1.Service/GetValidatorSetByHeight',
  {
    rest: '/cosmos/base/tendermint/v1beta1/validatorsets/{height}',
    request: ValidatorSetRequest,
    response: SetResponse,
    answer({ height, pagination: page }, state, services) {
      const facts = factsOf(services);
      checkHeight(height, facts);
      return setResponse(facts, height, page, state);
    },
  },
);

const ProtocolVersion = message('tendermint.p2p.ProtocolVersion', { p2p: uint(1), block: uint(2), app: uint(3) });
const NodeInfoOther = message('tendermint.p2p.DefaultNodeInfoOther', { txIndex: string(1), rpcAddress: string(2) });
const DefaultNodeInfo = message(
  'tendermint.p2p.DefaultNodeInfo',
  {
    protocol: embedded(1, ProtocolVersion),
    nodeId: string(2),
    listenAddress: string(3),
    network: string(4),
    version: string(5),
    channels: bytes(6),
    moniker: string(7),
    other: embedded(8, NodeInfoOther),
  },
  { names: { listenAddress: 'listen_addr', nodeId: 'default_node_id', protocol: 'protocol_version' } },
);
const GoModule = message('cosmos.base.tendermint.v1beta1.Module', {
  path: string(1),
  version: string(2),
  sum: string(3),
});
const VersionInfo = message('cosmos.base.tendermint.v1beta1.VersionInfo', {
  name: string(1),
  appName: string(2),
  version: string(3),
  gitCommit: string(4),
  buildTags: string(5),
  goVersion: string(6),
  buildDeps: repeated(7, GoModule),
  cosmosSdkVersion: string(8),
});

const APPLICATION = {
  ...{ name: APP_NAME, appName: APP_NAME, version: APP_VERSION },
  ...{ gitCommit: '', buildTags: '', goVersion: '', buildDeps: FOLLOWED_MODULES, cosmosSdkVersion: FOLLOWED_SDK },
};

/**
 * Answers `/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo`: the engine's node and the application's version. The
 * fields about a Go build are empty, because Halley is not written in Go. Its modules are those that Halley follows.
 */
export const GetNodeInfo = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo', {
  rest: '/cosmos/base/tendermint/v1beta1/node_info',
  request: NoFields,
  response: message(
    'cosmos.base.tendermint.v1beta1.GetNodeInfoResponse',
    {
      node: embedded(1, DefaultNodeInfo),
      application: embedded(2, VersionInfo),
    },
    { names: { application: 'application_version', node: 'default_node_info' } },
  ),
  answer: (_, __, services) =>
    whenKnown(factsOf(services).info(), (info) => ({
      node: { ...info, other: info },
      application: APPLICATION,
    })),
});

/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetSyncing`: whether the node is still syncing blocks. */
export const GetSyncing = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetSyncing', {
  rest: '/cosmos/base/tendermint/v1beta1/syncing',
  request: NoFields,
  response: message('cosmos.base.tendermint.v1beta1.GetSyncingResponse', { syncing: bool(1) }),
  answer: (_, __, services) => whenKnown(factsOf(services).syncing(), (syncing) => ({ syncing })),
});

const ProofOp = message('cosmos.base.tendermint.v1beta1.ProofOp', { type: string(1), key: bytes(2), data: bytes(3) });
const ProofOps = message('cosmos.base.tendermint.v1beta1.ProofOps', { ops: repeated(1, ProofOp) });

const AbciQueryResponse = message('cosmos.base.tendermint.v1beta1.ABCIQueryResponse', {
  code: small(1, 'uint32'),
  log: string(3),
  info: string(4),
  index: int(5),
  key: bytes(6),
  value: bytes(7),
  proofOps: optional(8, ProofOps),
  height: int(9),
  codespace: string(10),
});

/** First parts of the paths that `ABCIQuery` passes on. Methods have their own paths. */
const ABCI_PATHS: readonly (string | undefined)[] = ['app', 'store', 'p2p', 'custom'];

/** Answers `/cosmos.base.tendermint.v1beta1.Service/ABCIQuery`: what `abci_query` answers below `/app` and `/store`. */
export const ABCIQuery = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/ABCIQuery', {
  rest: '/cosmos/base/tendermint/v1beta1/abci_query',
  request: message(
    'cosmos.base.tendermint.v1beta1.ABCIQueryRequest',
    { data: bytes(1), path: string(2), height: int(3), prove: bool(4) },
    { lenient: true },
  ),
  response: AbciQueryResponse,
  answer(request, _, { query }) {
    const { path } = request;
    if (path === '') throw invalidArgument('empty query path');
    if (!ABCI_PATHS.includes(path.split('/').find((part) => part !== '')))
      throw invalidArgument(`unsupported ABCI query path: ${path}`);
    return query(request).then((response) => {
      const { proofOps } = response;
      return { ...response, proofOps: proofOps.length === 0 ? undefined : { ops: proofOps } };
    });
  },
});
