/** Outcomes of execution and admission as answers or errors, in geth's bare texts (evm-json-rpc.md 5.3). */
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { refusal } from '../jsonrpc/errors.js';
import type { EvmCallOutcome, EvmCallRequest, EvmEstimate } from '../ports/evm/execution.js';
import type { EvmNetwork } from '../ports/evm/network.js';
import type { SubmitOutcome } from '../ports/evm/transaction_sink.js';
import { revertError } from './revert.js';

/** The call's output. Throws code 3 for a revert. */
export function returnData(outcome: EvmCallOutcome): Bytes {
  switch (outcome.type) {
    case 'success':
      return outcome.returnData;
    case 'revert':
      throw revertError(outcome.data);
    case 'halt':
    case 'refused':
      throw refusal(outcome.reason);
  }
}

/** The least gas limit. A call that runs out of gas has used all that it was allowed. */
export function estimatedGas({ outcome, gas }: EvmEstimate): bigint {
  if (gas !== undefined) return gas;
  if (outcome.type === 'halt' && outcome.reason.startsWith('out of gas'))
    throw refusal(`gas required exceeds allowance (${outcome.gasUsed})`);
  returnData(outcome);
  throw refusal('gas required exceeds allowance');
}

/** The transaction's hash. A refusal's log is the message. */
export function submittedHash(outcome: SubmitOutcome): string {
  switch (outcome.type) {
    case 'accepted':
      return to0x(outcome.hash);
    case 'refused':
      throw refusal(outcome.log);
  }
}

/** Throws when the request names another chain. */
export function checkChainId(evm: Pick<EvmNetwork, 'chainId'>, { chainId }: EvmCallRequest): void {
  if (chainId !== undefined && chainId !== evm.chainId)
    throw refusal(`chainId does not match node's (have=${chainId}, want=${evm.chainId})`);
}
