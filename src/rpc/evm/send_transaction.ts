/** From a request to a transaction that was handed in: filled, signed, sent. */

import type { EvmCallRequest } from '../ports/evm/execution.js';
import type { EvmPort } from '../ports/evm/port.js';
import type { SubmitOutcome } from '../ports/evm/transaction_sink.js';
import type { EvmContext } from './context.js';
import type { FilledTransaction } from './fill_transaction.js';
import { submittedHash } from './outcomes.js';

/** Answers the hash. Whoever names the nonce takes care of the order too. */
export function sendTransaction(
  { evm, identity }: Pick<EvmContext, 'evm' | 'identity'>,
  request: EvmCallRequest,
  fill: (evm: EvmPort, request: EvmCallRequest) => Promise<FilledTransaction>,
  send: (filled: FilledTransaction) => Promise<SubmitOutcome> = ({ from, tx }) => evm.send(from, tx),
): Promise<string> {
  // Funds are judged when all is filled in, so that the refusal names the whole cost.
  const asked = identity.runsAsHardhat ? { ...request, assumeFunds: true } : request;
  const work = async (): Promise<string> => submittedHash(evm, identity, await send(await fill(evm, asked)));
  const { from, nonce } = request;
  return from === undefined || nonce !== undefined ? work() : evm.inOrder(from, work);
}
