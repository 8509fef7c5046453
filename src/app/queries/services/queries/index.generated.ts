// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  ABCIQuery,
  GetBlockByHeight,
  GetLatestBlock,
  GetLatestValidatorSet,
  GetNodeInfo,
  GetSyncing,
  GetValidatorSetByHeight,
} from './blocks.js';
import { EstimateGas, EthCall, TraceBlock, TraceTx } from './evm_calls.js';
import { Config, Status } from './node.js';
import {
  AppConfig,
  AppOptions,
  GetAuthnDescriptor,
  GetChainDescriptor,
  GetCodecDescriptor,
  GetConfigurationDescriptor,
  GetQueryServicesDescriptor,
  GetTxDescriptor,
  ListAllInterfaces,
  ListImplementations,
} from './reflection.js';
import { BroadcastTx, GetBlockWithTxs, GetTx, GetTxsEvent, Simulate, TxDecode, TxEncode } from './txs.js';

export const SERVICE_QUERIES = [
  ABCIQuery,
  AppConfig,
  AppOptions,
  BroadcastTx,
  Config,
  EstimateGas,
  EthCall,
  GetAuthnDescriptor,
  GetBlockByHeight,
  GetBlockWithTxs,
  GetChainDescriptor,
  GetCodecDescriptor,
  GetConfigurationDescriptor,
  GetLatestBlock,
  GetLatestValidatorSet,
  GetNodeInfo,
  GetQueryServicesDescriptor,
  GetSyncing,
  GetTx,
  GetTxDescriptor,
  GetTxsEvent,
  GetValidatorSetByHeight,
  ListAllInterfaces,
  ListImplementations,
  Simulate,
  Status,
  TraceBlock,
  TraceTx,
  TxDecode,
  TxEncode,
] as const;
