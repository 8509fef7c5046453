// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { BroadcastTx } from './BroadcastTx.js';
import { Config } from './Config.js';
import { GetBlockByHeight } from './GetBlockByHeight.js';
import { GetBlockWithTxs } from './GetBlockWithTxs.js';
import { GetLatestBlock } from './GetLatestBlock.js';
import { GetLatestValidatorSet } from './GetLatestValidatorSet.js';
import { GetNodeInfo } from './GetNodeInfo.js';
import { GetSyncing } from './GetSyncing.js';
import { GetTx } from './GetTx.js';
import { GetTxsEvent } from './GetTxsEvent.js';
import { GetValidatorSetByHeight } from './GetValidatorSetByHeight.js';
import { Simulate } from './Simulate.js';
import { Status } from './Status.js';

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
