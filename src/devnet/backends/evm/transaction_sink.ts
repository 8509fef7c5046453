/**
 * Accepts signed Ethereum transactions: wraps them as a block contains them, and passes them through CheckTx to the
 * mempool.
 */
import type { CheckTxResponse } from '../../../abci/application.js';
import type { HalleyApplication } from '../../../app/application.js';
import { checksumAddress } from '../../../app/types/address.js';
import type { EvmTransactionSink, SubmitOutcome } from '../../../backend/evm/transaction_sink.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import type { Mempool } from '../../../mempool/mempool.js';
import type { Loop } from '../../runtime/loop.js';

export interface TransactionSinkDeps {
  readonly app: HalleyApplication;
  readonly pool: Mempool;
  readonly loop: Pick<Loop, 'between' | 'submit'>;
}

export interface TransactionSink extends EvmTransactionSink {
  /** Submits a transaction in its form in a block; `hash` is the Ethereum transaction's. */
  sendWrapped(tx: Bytes, hash: Bytes, from: Bytes): Promise<SubmitOutcome>;
}

export function evmTransactionSink(parts: TransactionSinkDeps): TransactionSink {
  const { app } = parts;
  const sendWrapped = async (tx: Bytes, hash: Bytes, from: Bytes | undefined): Promise<SubmitOutcome> =>
    withSender(await submit(parts, tx, hash), from);
  return {
    sendRaw: async (raw) => {
      const wrapped = app.wrap(raw);
      return wrapped.type === 'refused' ? wrapped : sendWrapped(wrapped.tx, keccak256(raw), wrapped.from);
    },
    sendWrapped,
  };
}

/** Names the sender whose funds do not suffice. The text of CheckTx has only its balance. */
function withSender(outcome: SubmitOutcome, from: Bytes | undefined): SubmitOutcome {
  if (from === undefined || outcome.type !== 'refused' || !outcome.log.startsWith('insufficient funds')) return outcome;
  return { ...outcome, log: `${outcome.log}, sender ${checksumAddress(from)}` };
}

const refused = (log: string): SubmitOutcome => ({ type: 'refused', code: 1, codespace: 'sdk', log });

async function submit({ app, pool, loop }: TransactionSinkDeps, tx: Bytes, hash: Bytes): Promise<SubmitOutcome> {
  const admission = await loop.submit(tx);
  if (admission.type === 'checked') return outcomeOf(admission.check, hash);
  // The mempool's cache compares bytes, not nonces. A pending transaction is already known; a mined one has used its
  // nonce.
  if (pool.byEthereumHash(hash) !== undefined) return refused('already known');
  const check = await loop.between(() => app.checkTx({ tx, type: 'new' }));
  return check.code === 0 ? refused(admission.reason) : outcomeOf(check, hash);
}

const outcomeOf = ({ code, codespace, log }: CheckTxResponse, hash: Bytes): SubmitOutcome =>
  code === 0 ? { type: 'accepted', hash } : { type: 'refused', code, codespace, log };
