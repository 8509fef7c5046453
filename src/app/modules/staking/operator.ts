/**
 * The operator account of a validator: what COINBASE and `miner` show. A genesis document may name operators; one that
 * does not gets accounts derived from the consensus addresses alone, so that every node and every restart agree: the
 * last 20 bytes of keccak256("halley operator" ‖ consensus address). Nobody has the key of such an account.
 */
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { utf8 } from '../../../kernel/text.js';
import type { StateReader } from '../../state/types.js';
import { operatorByConsensusAddress } from './store.js';

const LABEL = utf8('halley operator');
const ZERO_ADDRESS: Bytes = new Uint8Array(20);

/** The zero address when there is no proposer (genesis). */
export function operatorAddress(consensusAddress: Bytes): Bytes {
  if (consensusAddress.length === 0) return ZERO_ADDRESS;
  return keccak256(concatBytes(LABEL, consensusAddress)).slice(12);
}

/** The operator that staking knows; the derived one for who is no validator. */
export const operatorOf = (state: StateReader, consensusAddress: Bytes): Bytes =>
  operatorByConsensusAddress(state, consensusAddress) ?? operatorAddress(consensusAddress);
