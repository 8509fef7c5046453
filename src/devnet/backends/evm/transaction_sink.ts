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
import type { WrappedTx } from '../../actions/impersonation.js';
import type { Loop } from '../../runtime/loop.js';

export interface TransactionSinkDeps {
  readonly app: HalleyApplication;
  readonly pool: Mempool;
  readonly loop: Pick<Loop, 'run' | 'submit'>;
}

type Refused = Extract<SubmitOutcome, { type: 'refused' }>;

export interface TransactionSink extends EvmTransactionSink {
  wrap(raw: Bytes): WrappedTx | Refused;
  /**
   * Submits a transaction. With `renewed`, which is called when no other change of the chain runs, its result is submitted
   * instead.
   */
  sendWrapped(wrapped: WrappedTx, renewed?: () => Promise<WrappedTx>): Promise<SubmitOutcome>;
}

export function evmTransactionSink(parts: TransactionSinkDeps): TransactionSink {
  const { app } = parts;
  const wrap = (raw: Bytes): WrappedTx | Refused => {
    const outcome = app.wrap(raw);
    return outcome.type === 'refused' ? outcome : { ...outcome, hash: keccak256(raw) };
  };
  return {
    wrap,
    sendRaw: async (raw) => {
      const wrapped = wrap(raw);
      return wrapped.type === 'refused' ? wrapped : submit(parts, wrapped);
    },
    sendWrapped: (wrapped, renewed) => submit(parts, wrapped, renewed),
  };
}

/** Adds the sender whose funds do not suffice. The text of CheckTx has only its balance. */
function withSender(outcome: SubmitOutcome, from: Bytes | undefined): SubmitOutcome {
  if (from === undefined || outcome.type !== 'refused' || !outcome.log.startsWith('insufficient funds')) return outcome;
  return { ...outcome, log: `${outcome.log}, sender ${checksumAddress(from)}` };
}

const refused = (log: string): Refused => ({ type: 'refused', code: 1, codespace: 'sdk', log });

async function submit(
  { app, pool, loop }: TransactionSinkDeps,
  wrapped: WrappedTx,
  renewed?: () => Promise<WrappedTx>,
): Promise<SubmitOutcome> {
  let sent = wrapped;
  const admission = await loop.submit(wrapped.tx, {
    renewed:
      renewed &&
      (async () => {
        sent = await renewed();
        return sent.tx;
      }),
  });
  const { tx, hash } = sent;
  if (admission.type === 'checked') return withSender(outcomeOf(admission.check, hash), sent.from);
  // The mempool's cache compares bytes, not nonces. A pending transaction is already known; a mined one has used its
  // nonce.
  if (pool.byEthereumHash(hash) !== undefined) return refused('already known');
  const check = await loop.run(() => app.checkTx({ tx, type: 'new' }));
  return check.code === 0 ? refused(admission.reason) : withSender(outcomeOf(check, hash), sent.from);
}

const outcomeOf = ({ code, codespace, log }: CheckTxResponse, hash: Bytes): SubmitOutcome =>
  code === 0 ? { type: 'accepted', hash } : { type: 'refused', code, codespace, log };
