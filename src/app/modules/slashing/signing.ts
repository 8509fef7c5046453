/** Handles a validator that joins the set (SDK hook `AfterValidatorBonded`). */
import type { PubKey } from '../../../abci/application.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { WorkingState } from '../../state/types.js';
import { consensusAddressOf } from '../../types/consensus_key.js';
import { consensusText } from '../staking/addresses.js';
import { signingInfo, writeSigningInfo } from './store.js';

/**
 * Starts the signing info of a validator. One that was in the set before retains its record, with the new start height.
 */
export function beginSigning(state: WorkingState, pubKey: PubKey, height: bigint): void {
  const consensusAddress = consensusAddressOf(pubKey);
  const address = consensusText(consensusAddress, readChainParams(state).bech32Prefix);
  const fresh = { address, indexOffset: 0n, jailedUntil: 0n, tombstoned: false, missedBlocksCounter: 0n };
  writeSigningInfo(state, consensusAddress, {
    ...(signingInfo(state, consensusAddress) ?? fresh),
    startHeight: height,
  });
}
