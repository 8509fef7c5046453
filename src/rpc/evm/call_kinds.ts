/** Selects the methods whose calls may wait at the same time in a batch. */
import type { EvmDevelopment } from '../../backend/evm/development.js';
import type { EvmForked } from '../../backend/evm/forked.js';
import type { EvmTransactionSink } from '../../backend/evm/transaction_sink.js';
import type { CallKind } from '../jsonrpc/batch.js';
import { underEachName } from '../jsonrpc/method.js';
import { isRead } from './forked/reads.js';
import { EVM_METHODS } from './methods/index.generated.js';

/**
 * Returns the kinds of a chain's methods. Reads wait only on a forked chain, for its remote. Signed transactions wait
 * together only where none of them makes a block, and changes of a developer only where they wait for a block.
 */
export function callKinds(
  evm: EvmDevelopment & EvmForked & EvmTransactionSink,
): (method: string) => CallKind | undefined {
  const isForked = evm.forked !== undefined;
  const sendsTogether = evm.sendsTogether === true;
  const changes = evm.changesTogether === true ? namesOfChanges() : new Set<string>();
  return (method) => {
    if (isForked && isRead(method)) return 'read';
    if (changes.has(method)) return 'change';
    return sendsTogether && method === 'eth_sendRawTransaction' ? 'send' : undefined;
  };
}

const namesOfChanges = (): ReadonlySet<string> =>
  new Set(
    EVM_METHODS.filter(({ kind }) => kind === 'change')
      .flatMap(underEachName)
      .map(({ name }) => name),
  );
