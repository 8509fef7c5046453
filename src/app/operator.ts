/**
 * The operator account of a validator: what COINBASE and `miner` show. Until the staking module keeps validators with
 * operators of their own, it is derived from the consensus address alone, so that every node and every restart agree:
 * the last 20 bytes of keccak256("halley operator" ‖ consensus address). Nobody has its key.
 */
import { type Bytes, concatBytes } from '../kernel/bytes.js';
import { keccak256 } from '../kernel/hash.js';
import { utf8 } from '../kernel/text.js';

const LABEL = utf8('halley operator');
const ZERO_ADDRESS: Bytes = new Uint8Array(20);

/** The zero address when there is no proposer (genesis). */
export function operatorAddress(consensusAddress: Bytes): Bytes {
  if (consensusAddress.length === 0) return ZERO_ADDRESS;
  return keccak256(concatBytes(LABEL, consensusAddress)).slice(12);
}
