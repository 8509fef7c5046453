/** Implements the roles of the mempool. */
import type { CheckTxResponse } from '../../../abci/application.js';
import type { HalleyApplication } from '../../../app/application.js';
import { checksumAddress } from '../../../app/types/address.js';
import type { EvmTransaction } from '../../../backend/evm/block.js';
import type { EvmDropping, EvmPool, EvmPooled, EvmTransactionSink, SubmitOutcome } from '../../../backend/evm/pool.js';
import { evmTransaction } from '../../../chain/evm/receipts.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { fromHex, toHex } from '../../../kernel/hex.js';
import type { Mempool } from '../../../mempool/mempool.js';
import { contentOf, type PooledTx, type SenderContent, type SequencedTx } from '../../../mempool/pooled_tx.js';
import type { WrappedTx } from '../../actions/impersonation.js';
import type { RunningChain } from '../../running_chain.js';
import type { SimulatedNode } from './simulated_node.js';

const isEthereum = ({ admission }: SequencedTx): boolean => admission.ethereumHash !== undefined;

/** Converts each entry only when the iteration reaches it. */
const lazily = <T>(
  entries: () => readonly SequencedTx[],
  shown: (entry: SequencedTx) => readonly T[],
): Iterable<T> => ({
  *[Symbol.iterator]() {
    for (const entry of entries()) yield* shown(entry);
  },
});

export function evmPool(app: HalleyApplication, pool: Mempool): EvmPool {
  const shown = ({ tx, admission: { ethereumHash } }: SequencedTx): EvmTransaction[] => {
    const known = app.transaction(tx);
    if (ethereumHash === undefined || known === undefined) return [];
    return [evmTransaction(known.raw, known.from, ethereumHash)];
  };
  const pooledOf = ({ sender, pending, queued }: SenderContent): EvmPooled => ({
    sender: fromHex(sender),
    pending: pending.flatMap(shown),
    queued: queued.flatMap(shown),
  });
  return {
    order: pool.order,
    pooledOf: (sender) => pooledOf(pool.contentFrom(toHex(sender))),
    pooled: () =>
      pool.content().map((senderTxs) => ({
        sender: fromHex(senderTxs.sender),
        pending: lazily(() => contentOf(senderTxs).pending, shown),
        queued: lazily(() => contentOf(senderTxs).queued, shown),
      })),
    pooledCounts: () => {
      const counts = { pending: 0, queued: 0 };
      for (const { entries, nextNonce } of pool.content())
        for (const entry of entries)
          if (isEthereum(entry)) counts[entry.admission.nonce < nextNonce ? 'pending' : 'queued']++;
      return counts;
    },
  };
}

/**
 * Drops pending transactions. They are removed from the mempool and the disk before the response, and callers that wait
 * for them get an error.
 */
export function evmDropping({ chain, loop, waits }: SimulatedNode): EvmDropping {
  const { pool, pendingStore } = chain;
  const drop = (select: () => Iterable<PooledTx>): Promise<boolean> =>
    loop.run(async () => {
      const gone = [...select()];
      const endWaits = waits.watch((hash) => pool.has(hash), 'the transaction was dropped from the mempool');
      for (const { hash } of gone) pool.remove(hash);
      await pendingStore.changeTxs([], pool.takeDropped());
      endWaits();
      return gone.length > 0;
    });
  return {
    drop: (hash) =>
      drop(() => {
        const found = pool.byEthereumHash(hash);
        return found === undefined ? [] : [found];
      }),
    dropOf: async (sender) => {
      await drop(() => {
        const { pending, queued } = pool.contentFrom(toHex(sender));
        return [...pending, ...queued];
      });
    },
    dropAll: async () => {
      await drop(() => pool.all());
    },
  };
}

type Refused = Extract<SubmitOutcome, { type: 'refused' }>;

export interface TransactionSink extends EvmTransactionSink {
  wrap(raw: Bytes): WrappedTx | Refused;
  /**
   * Submits a transaction. With `renewed`, which is called when no other change of the chain runs, its result is
   * submitted instead.
   */
  sendWrapped(wrapped: WrappedTx, renewed?: () => Promise<WrappedTx>): Promise<SubmitOutcome>;
}

/**
 * Accepts signed Ethereum transactions: wraps them as a block contains them, and passes them through CheckTx to the
 * mempool.
 */
export function evmTransactionSink(node: RunningChain): TransactionSink {
  const { app } = node.chain;
  const wrap = (raw: Bytes): WrappedTx | Refused => {
    const outcome = app.wrap(raw);
    return outcome.type === 'refused' ? outcome : { ...outcome, hash: keccak256(raw) };
  };
  return {
    wrap,
    sendRaw: async (raw) => {
      const wrapped = wrap(raw);
      return wrapped.type === 'refused' ? wrapped : submit(node, wrapped);
    },
    sendWrapped: (wrapped, renewed) => submit(node, wrapped, renewed),
  };
}

/** Adds the sender whose funds do not suffice. The text of CheckTx has only its balance. */
function withSender(outcome: SubmitOutcome, from: Bytes | undefined): SubmitOutcome {
  if (from === undefined || outcome.type !== 'refused' || !outcome.log.startsWith('insufficient funds')) return outcome;
  return { ...outcome, log: `${outcome.log}, sender ${checksumAddress(from)}` };
}

const refused = (log: string): Refused => ({ type: 'refused', code: 1, codespace: 'sdk', log });

async function submit(
  { chain: { app, pool }, loop }: RunningChain,
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
