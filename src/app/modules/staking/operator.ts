/**
 * Finds the operator account of a validator, which COINBASE and `miner` show. A genesis document may name operators.
 * Otherwise they are derived from the consensus addresses alone, so that every node and every restart agree: the last
 * 20 bytes of keccak256("halley operator" ‖ consensus address). Such an account has no key.
 */
import { type Bytes, concatBytes, equalBytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { utf8 } from '../../../kernel/text.js';
import type { StateReader } from '../../state/types.js';
import { consensusAddressOf } from '../../types/consensus_key.js';
import { operatorByConsensusAddress, type Registered } from './store.js';

const LABEL = utf8('halley operator');
const ZERO_ADDRESS: Bytes = new Uint8Array(20);

/** Derives the operator of a consensus address. It is the zero address when there is no proposer (genesis). */
export function derivedOperator(consensusAddress: Bytes): Bytes {
  if (consensusAddress.length === 0) return ZERO_ADDRESS;
  return keccak256(concatBytes(LABEL, consensusAddress)).slice(12);
}

/**
 * Returns whether a validator without shares may be deleted. One with a derived operator stays, because the keys of a
 * devnet's nodes follow from the validators on record.
 */
export const isRemovable = ({ operator, validator }: Registered): boolean =>
  validator.shares === 0n && !equalBytes(operator, derivedOperator(consensusAddressOf(validator.pubKey)));

/** Returns the operator that staking has stored. It is the derived one for an address that is no validator's. */
export const operatorOf = (state: StateReader, consensusAddress: Bytes): Bytes =>
  operatorByConsensusAddress(state, consensusAddress) ?? derivedOperator(consensusAddress);
