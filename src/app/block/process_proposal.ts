/**
 * ProcessProposal: accepts or rejects a proposed block. A block is rejected when it holds bytes that are no valid
 * transaction, or more gas than fits. It is also rejected when its dev transactions are not one unbroken run at its
 * start, or when prices of an oracle are anywhere but directly after them. Other checks on the state (nonces, balances)
 * reject no block: such a transaction fails in the block.
 */
import type { ProcessProposalRequest } from '../../abci/application.js';
import { isPricesTx } from '../../codec/cosmos/tx.js';
import type { Steps } from '../../kernel/steps.js';
import type { DevTxDecoder } from '../dev_txs/dev_tx_decoder.js';
import { executeDevTx, leadingDevTxs } from '../dev_txs/leading_dev_txs.js';
import { blockGasLimit, hasModule, readChainParams } from '../sdk/chain_params.js';
import type { AppState, Fork } from '../state/types.js';
import { isRefusal } from '../tx/tx.js';
import type { TxReader } from '../tx/tx_reader.js';

/** Returns whether the block is accepted, in steps: one for each dev transaction. */
export function* acceptingProposal(
  { txs }: ProcessProposalRequest,
  state: AppState,
  readers: { readonly txs: TxReader; readonly devTxs: DevTxDecoder },
): Steps<boolean> {
  const run = leadingDevTxs(txs, state.latest, readers.devTxs);
  if (run.broken !== undefined) return false;
  const params = readChainParams(run.txs.length === 0 ? state.latest : yield* stateAfter(run.txs, state));
  let gasLeft = blockGasLimit(params);
  const next = txs[run.txs.length];
  const hasPrices = next !== undefined && isPricesTx(next) && hasModule(params, 'oracle');
  for (const tx of txs.slice(run.txs.length + (hasPrices ? 1 : 0))) {
    const known = readers.txs.read(tx, params);
    if (isRefusal(known)) return false;
    gasLeft -= known.gas;
    if (gasLeft < 0n) return false;
  }
  return true;
}

function* stateAfter(run: ReturnType<typeof leadingDevTxs>['txs'], state: AppState): Steps<Fork> {
  const fork = state.fork();
  for (const tx of run) {
    executeDevTx(tx, fork);
    yield;
  }
  return fork;
}
