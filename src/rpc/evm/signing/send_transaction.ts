/** Fills, signs and sends the transaction of a request. */

import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { EvmCallRequest } from '../../../backend/evm/execution.js';
import type { EvmSigner } from '../../../backend/evm/wallet.js';
import type { RpcError } from '../../jsonrpc/errors.js';
import type { EvmContext } from '../context.js';
import { refusalFor, submittedHash } from '../outcomes.js';
import type { FilledTransaction } from './fill_transaction.js';

/**
 * Resolves to the transaction hash. Requests without a nonce run one after another for each account. Requests without
 * gas run one after another for all accounts, so that each estimate sees the transactions before it. Clients take
 * turns, no matter how many requests each has.
 */
export function sendTransaction(
  { evm, compat, peer }: Pick<EvmContext, 'evm' | 'compat' | 'peer'>,
  request: EvmCallRequest,
  fill: (evm: EvmBackend, request: EvmCallRequest, refuse: (reason: string) => RpcError) => Promise<FilledTransaction>,
  signer?: EvmSigner,
): Promise<string> {
  // Funds are checked after all members are filled in, so that the refusal names the whole cost.
  const asked = compat.runsAsHardhat ? { ...request, assumeFunds: true } : request;
  const refuse = (reason: string): RpcError => refusalFor(compat, reason);
  const { from, nonce, gas } = request;
  const work = async (): Promise<string> => {
    const filled = await fill(evm, asked, refuse);
    return submittedHash(
      evm,
      compat,
      await evm.send(filled.from, filled.tx, { signer, isNonceChosen: nonce === undefined }),
    );
  };
  const estimating = gas === undefined ? () => evm.inTurn(peer.id, work) : work;
  return from === undefined || nonce !== undefined ? estimating() : evm.inOrder(from, estimating);
}
