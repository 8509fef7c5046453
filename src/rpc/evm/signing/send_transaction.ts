/** From a request to a transaction that was handed in: filled, signed, sent. */

import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { EvmCallRequest } from '../../../backend/evm/execution.js';
import type { SubmitOutcome } from '../../../backend/evm/transaction_sink.js';
import type { RpcError } from '../../jsonrpc/errors.js';
import type { EvmContext } from '../context.js';
import { refusalFor, submittedHash } from '../outcomes.js';
import type { FilledTransaction } from './fill_transaction.js';

/**
 * Returns the hash. Requests without a nonce wait for those of the same account. Requests without gas wait for those of
 * any account, so that each estimate sees the transactions before it; clients have turns, however many requests each has.
 */
export function sendTransaction(
  { evm, compat, peer }: Pick<EvmContext, 'evm' | 'compat' | 'peer'>,
  request: EvmCallRequest,
  fill: (evm: EvmBackend, request: EvmCallRequest, refuse: (reason: string) => RpcError) => Promise<FilledTransaction>,
  send: (filled: FilledTransaction) => Promise<SubmitOutcome> = ({ from, tx }) => evm.send(from, tx),
): Promise<string> {
  // Funds are checked after everything is filled in, so that the refusal names the whole cost.
  const asked = compat.runsAsHardhat ? { ...request, assumeFunds: true } : request;
  const refuse = (reason: string): RpcError => refusalFor(compat, reason);
  const work = async (): Promise<string> => submittedHash(evm, compat, await send(await fill(evm, asked, refuse)));
  const { from, nonce, gas } = request;
  const estimating = gas === undefined ? () => evm.inTurn(peer.id, work) : work;
  return from === undefined || nonce !== undefined ? estimating() : evm.inOrder(from, estimating);
}
