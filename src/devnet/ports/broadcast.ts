/** Interface B's ways in for transactions: CheckTx, the mempool, and waiting for a block (CometBFT rpc/core/mempool.go). */
import type { CheckTxResponse } from '../../abci/application.js';
import type { Refusal } from '../../app/ante/refusal.js';
import { txHash } from '../../consensus/types/block.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import type { BroadcastOutcome, CometPort, TxLocation } from '../../rpc/ports/comet.js';
import type { Chain } from '../chain.js';
import { hostSchedule } from '../host.js';
import { type Intake, isTaken } from '../run/intake.js';
import type { Mining } from '../run/mining.js';

export function broadcastRoutes(
  chain: Chain,
  mining: Mining,
): Pick<CometPort, 'broadcast' | 'broadcastCommit' | 'checkTx'> {
  const { app } = chain;
  return {
    broadcast: async (bytes) => {
      const whole = app.normalize(bytes);
      return whole.type === 'refused' ? refusal(whole, bytes) : outcomeOf(await mining.check(whole.tx));
    },
    broadcastCommit: async (bytes, timeoutMs) => {
      const whole = app.normalize(bytes);
      if (whole.type === 'refused') return { outcome: refusal(whole, bytes), location: undefined };
      const waiting = waitFor(chain, txHash(whole.tx), timeoutMs);
      const intake = await mining.submit(whole.tx).catch((error: unknown) => {
        waiting.cancel();
        throw error;
      });
      if (!isTaken(intake)) waiting.cancel();
      return { outcome: outcomeOf(intake), location: await waiting.location };
    },
    checkTx: (bytes) =>
      mining.between(async () => {
        const whole = app.normalize(bytes);
        return whole.type === 'refused' ? refusedCheck(whole) : app.checkTx({ tx: whole.tx, type: 'new' });
      }),
  };
}

function outcomeOf(intake: Intake): BroadcastOutcome {
  if (intake.type === 'refused') return { type: 'refused', reason: intake.reason };
  return { type: 'checked', check: intake.check, hash: intake.hash };
}

/** A bare Ethereum transaction that no wrapper can hold: as CheckTx would refuse it. */
function refusal(reason: Refusal, bytes: Bytes): BroadcastOutcome {
  return { type: 'checked', check: refusedCheck(reason), hash: txHash(bytes) };
}

function refusedCheck({ code, codespace, log }: Refusal): CheckTxResponse {
  return { data: EMPTY_BYTES, info: '', gasWanted: 0n, gasUsed: 0n, events: [], code, codespace, log };
}

/** Listens for a transaction before it is sent, so that its block cannot be missed. */
function waitFor(
  { events }: Chain,
  hash: Bytes,
  timeoutMs: number,
): { readonly location: Promise<TxLocation | undefined>; readonly cancel: () => void } {
  let finish: (location?: TxLocation) => void = () => undefined;
  const location = new Promise<TxLocation | undefined>((resolve) => {
    const stop = events.listen((event) => {
      if (event.type === 'Tx' && equalBytes(txHash(event.location.tx), hash)) finish(event.location);
    });
    const cancelTimer = hostSchedule(timeoutMs, () => finish());
    finish = (found) => {
      cancelTimer();
      stop();
      resolve(found);
    };
  });
  return { location, cancel: () => finish() };
}
