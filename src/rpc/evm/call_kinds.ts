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
  const together = new Set<CallKind>();
  if (evm.sendsTogether === true) together.add('send');
  if (evm.changesTogether === true) together.add('change');
  const kinds = kindsByName(together);
  return (method) => (isForked && isRead(method) ? 'read' : kinds.get(method));
}

/** Maps the names of the methods that are marked as one of `together` to their kinds. */
const kindsByName = (together: ReadonlySet<CallKind>): ReadonlyMap<string, CallKind> =>
  new Map(
    EVM_METHODS.flatMap((method) => {
      const { kind } = method;
      return kind !== undefined && together.has(kind)
        ? underEachName(method).map(({ name }) => [name, kind] as const)
        : [];
    }),
  );
