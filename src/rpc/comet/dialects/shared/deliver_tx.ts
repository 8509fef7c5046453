/**
 * Encodes `check_tx` and `broadcast_tx_commit` as before 0.38, when the engine delivered a block's transactions one by
 * one.
 */
import type { CheckTxResponse, ExecTxResult } from '../../../../abci/application.js';
import type { Json } from '../../protocol/json.js';
import type { BroadcastCommitView } from '../views.js';
import { hex, int64 } from './scalars.js';
import { NO_RESULT } from './tx_result.js';

type CheckShape = (check: CheckTxResponse) => Json;

/** Returns an encoder of CheckTx results. The mempools of these versions use the last three members only internally. */
export const checkTxWith =
  (result: (check: CheckTxResponse) => object): CheckShape =>
  (check) => ({ ...result(check), sender: '', priority: '0', mempoolError: '' });

export const deliveredTx =
  (checkShape: CheckShape, resultShape: (result: ExecTxResult) => Json) =>
  ({ check, hash, location }: BroadcastCommitView): Json => ({
    check_tx: checkShape(check),
    deliver_tx: resultShape(location?.result ?? NO_RESULT),
    hash: hex(hash),
    height: int64(location?.height ?? 0n),
  });
