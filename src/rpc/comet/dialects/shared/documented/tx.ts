/**
 * Encodes documented transactions: codes are strings, results have `tags`, and proofs in searches have the names of
 * Go's fields.
 */
import type { CheckTxResponse, ExecTxResult } from '../../../../../abci/application.js';
import type { BroadcastView, TxView } from '../../views.js';
import { broadcastTx, tx } from '../tx.js';
import { fullResult } from '../tx_result.js';

/** Encodes a result for `block_results`, `check_tx` and `broadcast_tx_commit`. Absent data is an empty string. */
export function resultWithTextCode(r: ExecTxResult | CheckTxResponse) {
  const wire = fullResult(r);
  return { ...wire, code: wire.code.toString(), data: wire.data ?? '' };
}

/** Encodes a result for `tx` and `tx_search`. `tags` lists the attributes of all events, as before events existed. */
const resultWithTags = (r: ExecTxResult) => ({
  ...fullResult(r),
  tags: r.events.flatMap(({ attributes }) => attributes.map(({ key, value, index }) => ({ key, value, index }))),
});

export const documentedTx = (view: TxView) => ({ ...tx(view), tx_result: resultWithTags(view.location.result) });

export function documentedFoundTx(view: TxView) {
  const { proof, ...rest } = documentedTx(view);
  return { ...rest, proof: proof && { RootHash: proof.root_hash, Data: proof.data, Proof: proof.proof } };
}

export function documentedBroadcast(view: BroadcastView) {
  const wire = broadcastTx(view);
  return { ...wire, code: wire.code.toString() };
}
