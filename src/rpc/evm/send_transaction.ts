/** From a request to a transaction that was handed in: filled, signed, sent. */

import type { EvmCallRequest } from '../ports/evm/execution.js';
import type { EvmPort } from '../ports/evm/port.js';
import type { EvmContext } from './context.js';
import type { FilledTransaction } from './fill_transaction.js';
import { submittedHash } from './outcomes.js';

/** Answers the hash. Whoever names the nonce takes care of the order too. */
export function sendTransaction(
  { evm, identity }: Pick<EvmContext, 'evm' | 'identity'>,
  request: EvmCallRequest,
  fill: (evm: EvmPort, request: EvmCallRequest) => Promise<FilledTransaction>,
): Promise<string> {
  const send = async (): Promise<string> => {
    const { from, tx } = await fill(evm, request);
    return submittedHash(evm, identity, await evm.send(from, tx));
  };
  const { from, nonce } = request;
  return from === undefined || nonce !== undefined ? send() : evm.inOrder(from, send);
}
