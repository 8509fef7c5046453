/**
 * Implements the broadcast methods of the CometBFT RPC: CheckTx, the mempool, and the wait for a block (CometBFT
 * rpc/core/mempool.go).
 */
import type { CheckTxResponse } from '../../abci/application.js';
import type { HalleyApplication } from '../../app/application.js';
import type { Refusal } from '../../app/types/refusal.js';
import type { BroadcastOutcome, CometBackend } from '../../backend/comet.js';
import { txHash } from '../../codec/tx_hash.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { Loop } from '../runtime/loop.js';
import { type AdmitResult, isAdmitted } from '../runtime/tx_admission.js';
import type { TxWaits } from '../runtime/tx_waits.js';

export function broadcastRoutes(
  app: HalleyApplication,
  loop: Loop,
  waits: TxWaits,
): Pick<CometBackend, 'broadcast' | 'broadcastCommit' | 'checkTx'> {
  return {
    broadcast: async (bytes) => {
      const whole = app.normalize(bytes);
      return whole.type === 'refused' ? refusal(whole, bytes) : outcomeOf(await loop.check(whole.tx));
    },
    broadcastCommit: async (bytes, timeoutMs) => {
      const whole = app.normalize(bytes);
      if (whole.type === 'refused') return { outcome: refusal(whole, bytes), location: undefined };
      const waiting = waits.forTx(txHash(whole.tx), timeoutMs);
      const admission = await loop.submit(whole.tx).catch((error: unknown) => {
        waiting.cancel();
        throw error;
      });
      if (!isAdmitted(admission)) waiting.cancel();
      return { outcome: outcomeOf(admission), location: await waiting.location };
    },
    checkTx: (bytes) =>
      loop.between(async () => {
        const whole = app.normalize(bytes);
        return whole.type === 'refused' ? refusedCheck(whole) : app.checkTx({ tx: whole.tx, type: 'new' });
      }),
  };
}

function outcomeOf(admission: AdmitResult): BroadcastOutcome {
  if (admission.type === 'refused') return { type: 'refused', reason: admission.reason };
  return { type: 'checked', check: admission.check, hash: admission.hash };
}

/** Refuses a bare Ethereum transaction that cannot be wrapped, as CheckTx would. */
function refusal(reason: Refusal, bytes: Bytes): BroadcastOutcome {
  return { type: 'checked', check: refusedCheck(reason), hash: txHash(bytes) };
}

function refusedCheck({ code, codespace, log }: Refusal): CheckTxResponse {
  return { data: EMPTY_BYTES, info: '', gasWanted: 0n, gasUsed: 0n, events: [], code, codespace, log };
}
