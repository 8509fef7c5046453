/** From a request to a transaction that was handed in: filled, signed, sent. */

import type { EvmCallRequest } from '../ports/evm/execution.js';
import type { EvmPort } from '../ports/evm/port.js';
import type { SubmitOutcome } from '../ports/evm/transaction_sink.js';
import type { EvmContext } from './context.js';
import type { FilledTransaction } from './fill_transaction.js';
import { submittedHash } from './outcomes.js';

/**
 * Returns the hash. Requests without a nonce wait for those of the same account. Requests without gas wait for those of
 * any account, so that each estimate sees the transactions before it.
 */
export function sendTransaction(
  { evm, identity }: Pick<EvmContext, 'evm' | 'identity'>,
  request: EvmCallRequest,
  fill: (evm: EvmPort, request: EvmCallRequest) => Promise<FilledTransaction>,
  send: (filled: FilledTransaction) => Promise<SubmitOutcome> = ({ from, tx }) => evm.send(from, tx),
): Promise<string> {
  // Funds are checked after everything is filled in, so that the refusal names the whole cost.
  const asked = identity.runsAsHardhat ? { ...request, assumeFunds: true } : request;
  const work = async (): Promise<string> => submittedHash(evm, identity, await send(await fill(evm, asked)));
  const { from, nonce, gas } = request;
  const estimating = gas === undefined ? () => evm.inOrder(undefined, work) : work;
  return from === undefined || nonce !== undefined ? estimating() : evm.inOrder(from, estimating);
}
