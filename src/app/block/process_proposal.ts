/**
 * ProcessProposal: a block is refused when it holds bytes that are no valid transaction, or more gas than fits.
 * What depends on state (nonces, balances) is no reason: such a transaction just fails in the block.
 */
import type { ProcessProposalRequest } from '../../abci/application.js';
import { blockGasLimit, type ChainParams } from '../chain_params.js';
import { isRefusal } from '../tx/tx.js';
import type { TxReader } from '../tx/tx_reader.js';

export function acceptsProposal({ txs }: ProcessProposalRequest, reader: TxReader, params: ChainParams): boolean {
  let gasLeft = blockGasLimit(params);
  for (const tx of txs) {
    const known = reader.read(tx, params);
    if (isRefusal(known)) return false;
    gasLeft -= known.gas;
    if (gasLeft < 0n) return false;
  }
  return true;
}
