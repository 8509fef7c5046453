// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  GetBlockByHeight,
  GetLatestBlock,
  GetLatestValidatorSet,
  GetNodeInfo,
  GetSyncing,
  GetValidatorSetByHeight,
} from './blocks.js';
import { Config, Status } from './node.js';
import { BroadcastTx, GetBlockWithTxs, GetTx, GetTxsEvent, Simulate } from './txs.js';

export const SERVICE_QUERIES = [
  BroadcastTx,
  Config,
  GetBlockByHeight,
  GetBlockWithTxs,
  GetLatestBlock,
  GetLatestValidatorSet,
  GetNodeInfo,
  GetSyncing,
  GetTx,
  GetTxsEvent,
  GetValidatorSetByHeight,
  Simulate,
  Status,
] as const;
