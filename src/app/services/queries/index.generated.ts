// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Config } from './Config.js';
import { GetBlockByHeight } from './GetBlockByHeight.js';
import { GetLatestBlock } from './GetLatestBlock.js';
import { GetLatestValidatorSet } from './GetLatestValidatorSet.js';
import { GetNodeInfo } from './GetNodeInfo.js';
import { GetSyncing } from './GetSyncing.js';
import { GetValidatorSetByHeight } from './GetValidatorSetByHeight.js';
import { Simulate } from './Simulate.js';
import { Status } from './Status.js';

export const SERVICE_QUERIES = [
  Config,
  GetBlockByHeight,
  GetLatestBlock,
  GetLatestValidatorSet,
  GetNodeInfo,
  GetSyncing,
  GetValidatorSetByHeight,
  Simulate,
  Status,
] as const;
