/** The way in for signed Ethereum transactions: wrapped as a block holds them, through CheckTx, into the mempool. */
import type { CheckTxResponse } from '../../../abci/application.js';
import type { HalleyApplication } from '../../../app/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import type { Mempool } from '../../../mempool/mempool.js';
import type { EvmTransactionSink, SubmitOutcome } from '../../../rpc/ports/evm/transaction_sink.js';
import type { Loop } from '../../run/loop.js';

export interface TransactionSinkParts {
  readonly app: HalleyApplication;
  readonly pool: Mempool;
  readonly loop: Loop;
}

export const evmTransactionSink = (parts: TransactionSinkParts): EvmTransactionSink => ({
  sendRaw: (raw) => sendRaw(parts, raw),
});

const refused = (log: string): SubmitOutcome => ({ type: 'refused', code: 1, codespace: 'sdk', log });

async function sendRaw({ app, pool, loop }: TransactionSinkParts, raw: Bytes): Promise<SubmitOutcome> {
  const wrapped = app.wrap(raw);
  if (wrapped.type === 'refused') return wrapped;
  const hash = keccak256(raw);
  const intake = await loop.submit(wrapped.tx);
  if (intake.type === 'checked') return outcomeOf(intake.check, hash);
  // The mempool's cache knows bytes, not nonces: what waits is known, what was mined has used its nonce.
  if (pool.byEthereumHash(hash) !== undefined) return refused('already known');
  const check = await app.checkTx({ tx: wrapped.tx, type: 'new' });
  return check.code === 0 ? refused(intake.reason) : outcomeOf(check, hash);
}

const outcomeOf = ({ code, codespace, log }: CheckTxResponse, hash: Bytes): SubmitOutcome =>
  code === 0 ? { type: 'accepted', hash } : { type: 'refused', code, codespace, log };
