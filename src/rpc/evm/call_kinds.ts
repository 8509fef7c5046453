/** Selects the methods whose calls may wait at the same time in a batch. */
import type { EvmForked } from '../../backend/evm/forked.js';
import type { EvmTransactionSink } from '../../backend/evm/transaction_sink.js';
import type { CallKind } from '../jsonrpc/batch.js';
import { isRead } from './forked/reads.js';

/**
 * Returns the kinds of a chain's methods. Reads wait only on a forked chain, for its remote. Signed transactions wait
 * together only where none of them makes a block.
 */
export function callKinds(evm: EvmForked & EvmTransactionSink): (method: string) => CallKind | undefined {
  const isForked = evm.forked !== undefined;
  const sendsTogether = evm.sendsTogether === true;
  return (method) => {
    if (isForked && isRead(method)) return 'read';
    return sendsTogether && method === 'eth_sendRawTransaction' ? 'send' : undefined;
  };
}
