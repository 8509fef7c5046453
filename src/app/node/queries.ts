/** The paths that tell of the node itself: `cosmos.base.tendermint.v1beta1.Service`, `cosmos.base.node.v1beta1.Service`. */
import type { GrpcTable } from '../query/handler.js';
import { queryBlockByHeight, queryLatestBlock } from './queries/block.js';
import { queryConfig } from './queries/config.js';
import { queryNodeInfo } from './queries/node_info.js';
import { queryStatus } from './queries/status.js';
import { querySyncing } from './queries/syncing.js';
import { queryLatestValidatorSet, queryValidatorSetByHeight } from './queries/validator_set.js';

export const NODE_QUERIES: GrpcTable = {
  '/cosmos.base.node.v1beta1.Service/Config': queryConfig,
  '/cosmos.base.node.v1beta1.Service/Status': queryStatus,
  '/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight': queryBlockByHeight,
  '/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock': queryLatestBlock,
  '/cosmos.base.tendermint.v1beta1.Service/GetLatestValidatorSet': queryLatestValidatorSet,
  '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo': queryNodeInfo,
  '/cosmos.base.tendermint.v1beta1.Service/GetSyncing': querySyncing,
  '/cosmos.base.tendermint.v1beta1.Service/GetValidatorSetByHeight': queryValidatorSetByHeight,
};
