/**
 * Implements `eth_sendRawTransactionSync` (EIP-7966). It returns the receipt, or an error with code 4 after the
 * timeout, or with code 5 behind a nonce gap.
 */
import type { EvmReceipt } from '../../../backend/evm/block.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { isGone } from '../../../kernel/fair_scheduler.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import { BOB, RAW_TRANSACTION, RAW_TRANSACTION_HASH } from '../../examples.js';
import { RpcError, refusal, timedOut } from '../../jsonrpc/errors.js';
import { defaulted, type Param } from '../../jsonrpc/method.js';
import { type EvmContext, evmMethod } from '../context.js';
import { submittedHash } from '../outcomes.js';
import { decodeWhole } from '../params/numbers.js';
import { data } from '../params/values.js';
import { receiptView } from '../views/receipt.js';

const DEFAULT_MS = 20_000;
const MAX_MS = 60_000;

/**
 * Milliseconds for which a client waits for a receipt (EIP-7966), with geth's default and maximum. A timeout of 0
 * becomes the default, and one that is too long becomes the maximum.
 */
const syncTimeout: Param<number> = defaulted('timeout', 'number or quantity: milliseconds', DEFAULT_MS, (value) => {
  const ms = decodeWhole(value, 'a timeout');
  if (ms === 0n) return DEFAULT_MS;
  return ms > BigInt(MAX_MS) ? MAX_MS : Number(ms);
});

const NOT_PROCESSED = 4;
const NOT_READY = 5;

/** Resolves to the receipt of a transaction that was admitted. Rejects with RpcError when there is none in time. */
export async function receiptOf(
  { evm, peer, schedule }: EvmContext,
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

export const eth_sendRawTransactionSync = evmMethod({
  name: 'eth_sendRawTransactionSync',
  summary: 'Sends a signed transaction and waits for its receipt.',
  params: [data, syncTimeout],
  result: 'receipt',
  handler: async (context, raw, timeoutMs) => {
    const { evm, compat } = context;
    await submittedHash(evm, compat, await evm.sendRaw(raw));
    return receiptView(await receiptOf(context, keccak256(raw), timeoutMs));
  },
  example: {
    first: [['evm_setAutomine', true]],
    params: [RAW_TRANSACTION],
    result: { transactionHash: RAW_TRANSACTION_HASH, to: BOB, status: '0x1' },
  },
});
