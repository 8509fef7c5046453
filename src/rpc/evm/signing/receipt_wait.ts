/** Waits for the receipt of a sent transaction (EIP-7966, with geth's error texts). */

import type { EvmReceipt } from '../../../backend/evm/block.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { isGone } from '../../../kernel/fair_scheduler.js';
import { to0x } from '../../../kernel/hex.js';
import { RpcError, refusal, timedOut } from '../../jsonrpc/errors.js';
import type { EvmContext } from '../context.js';

const NOT_PROCESSED = 4;
const NOT_READY = 5;

/**
 * Resolves to the receipt of a transaction that was admitted. Rejects with RpcError when there is no receipt in time.
 */
export async function receiptOf(
  { evm, peer, schedule }: Pick<EvmContext, 'evm' | 'peer' | 'schedule'>,
  hash: Bytes,
  timeoutMs: number,
): Promise<EvmReceipt> {
  const known = evm.receipt(hash);
  if (known !== undefined) return known;
  const sent = evm.transaction(hash);
  if (sent !== undefined && sent.nonce >= (await evm.nonce(sent.from, 'pending'))) throw notReady(hash);
  const ends: (() => void)[] = [];
  try {
    return await new Promise((resolve, reject) => {
      ends.push(
        evm.listen(({ type }) => {
          if (type !== 'block') return;
          const receipt = evm.receipt(hash);
          if (receipt !== undefined) resolve(receipt);
          else if (isGone(peer)) reject(timedOut());
          else if (evm.transaction(hash) === undefined) reject(refusal(`transaction ${to0x(hash)} was dropped`));
        }),
      );
      if (schedule !== undefined) ends.push(schedule(timeoutMs, () => reject(notProcessed(hash, timeoutMs))));
    });
  } finally {
    for (const end of ends) end();
  }
}

const notProcessed = (hash: Bytes, timeoutMs: number): RpcError =>
  new RpcError(
    NOT_PROCESSED,
    `The transaction was added to the transaction pool but wasn't processed in ${timeoutMs / 1000}s`,
    to0x(hash),
  );

const notReady = (hash: Bytes): RpcError =>
  new RpcError(
    NOT_READY,
    "The transaction was added to the transaction pool but wasn't processed: it waits for an earlier nonce",
    to0x(hash),
  );
