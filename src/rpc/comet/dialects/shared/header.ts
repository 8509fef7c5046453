/** Encodes a block header (consensus-rpc.md 3). */
import type { Header } from '../../../../consensus/types/header.js';
import { blockId } from './block_id.js';
import { hex, int64, int64OrAbsent, time } from './scalars.js';

export const header = (h: Header) => ({
  version: { block: int64(h.version.block), app: int64OrAbsent(h.version.app) },
  chain_id: h.chainId,
  height: int64(h.height),
  time: time(h.time),
  last_block_id: blockId(h.lastBlockId),
  last_commit_hash: hex(h.lastCommitHash),
  data_hash: hex(h.dataHash),
  validators_hash: hex(h.validatorsHash),
  next_validators_hash: hex(h.nextValidatorsHash),
  consensus_hash: hex(h.consensusHash),
  app_hash: hex(h.appHash),
  last_results_hash: hex(h.lastResultsHash),
  evidence_hash: hex(h.evidenceHash),
  proposer_address: hex(h.proposerAddress),
});
