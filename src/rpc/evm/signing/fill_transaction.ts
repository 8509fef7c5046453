/**
 * Fills the members that a request of `eth_sendTransaction` omits: nonce, gas, fees, type (go-ethereum's
 * TransactionArgs). As there, the account is checked first, so that an unknown account is not refused for its funds.
 */

import type { EvmAccounts, EvmWallet } from '../../../backend/evm/accounts.js';
import type { EvmBlocks, EvmFees } from '../../../backend/evm/blocks.js';
import type { EvmCallRequest, EvmEstimate, EvmExecution } from '../../../backend/evm/execution.js';
import type { EvmNetwork } from '../../../backend/evm/node.js';
import type { UnsignedEthereumTx } from '../../../codec/ethereum/tx.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { cappedToUint256 } from '../../../kernel/uint256.js';
import { type RpcError, refusal } from '../../jsonrpc/errors.js';
import { checkChainId } from '../outcomes.js';
import { lockedAccount, unknownAccount } from './sign.js';

/** Roles of the backend that fill the absent members. */
export type FillingBackend = EvmNetwork & EvmBlocks & EvmAccounts & EvmExecution & EvmFees & EvmWallet;

/** Beginning of a node's error text for a missing key. */
export const NO_KEY = "failed to find key in the node's keyring";

export interface FilledTransaction {
  readonly from: Bytes;
  readonly tx: UnsignedEthereumTx;
}

const IMPERSONATE = 'to send from another account, call hardhat_impersonateAccount with its address first';

/** Makes the error for an estimate that was refused. */
type Refuse = (reason: string) => RpcError;

/** Fills a request that the node signs. Throws RpcError for a request that cannot be sent. */
export async function fillTransaction(
  backend: FillingBackend,
  request: EvmCallRequest,
  refuse: Refuse = refusal,
): Promise<FilledTransaction> {
  const { from } = request;
  if (from === undefined)
    throw refusal(
      `${NO_KEY}; no key for given address or file; unknown account: "from" is missing; eth_accounts lists the accounts`,
    );
  if (backend.signsFor(from)) return fillUnsigned(backend, request, refuse);
  throw backend.isLocked(from)
    ? lockedAccount()
    : refusal(`${NO_KEY}; ${unknownAccount(from).message}; ${IMPERSONATE}`);
}

/** Fills a request as `fillTransaction` does, for any account in `from`. */
export async function fillUnsigned(
  backend: Omit<FillingBackend, 'signsFor' | 'isLocked'>,
  request: EvmCallRequest,
  refuse: Refuse = refusal,
): Promise<FilledTransaction> {
  const { from } = request;
  if (from === undefined) throw refusal('"from" is missing: name the account that sends the transaction');
  checkChainId(backend, request);
  if (request.to === undefined && (request.input === undefined || request.input.length === 0))
    throw refusal('contract creation without any data provided');
  const gas = request.gas ?? sufficientGas(backend, await backend.estimateGas(request, 'pending'), refuse);
  const common = {
    nonce: request.nonce ?? (await backend.nonce(from, 'pending')),
    gas,
    to: request.to,
    value: request.value ?? 0n,
    input: request.input ?? EMPTY_BYTES,
    chainId: backend.chainId,
    authorizationList: request.authorizationList,
  };
  return { from, tx: { ...common, ...fees(backend, request) } };
}

/**
 * Returns the gas that the transaction needs. A transaction that fails with any gas limit gets the gas of a whole
 * block, or the most that it may have. Development nodes send it nevertheless, so that its receipt shows the failure.
 */
function sufficientGas(backend: EvmBlocks, { gas, outcome, mostGas }: EvmEstimate, refuse: Refuse): bigint {
  if (gas !== undefined) return gas;
  if (outcome.type === 'refused') throw refuse(outcome.reason);
  if (outcome.type === 'success') throw refuse('gas required exceeds allowance');
  const head = backend.block(backend.head());
  invariant(head !== undefined, 'the head is a block');
  return mostGas !== undefined && mostGas < head.gasLimit ? mostGas : head.gasLimit;
}

type Fees = Pick<UnsignedEthereumTx, 'type' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'accessList'>;

/**
 * Makes a legacy transaction when the request has a gas price. Otherwise it makes an EIP-1559 transaction, whose fee
 * cap allows for a doubled base fee.
 */
function fees(backend: Omit<FillingBackend, 'signsFor' | 'isLocked'>, request: EvmCallRequest): Fees {
  const { gasPrice, accessList } = request;
  if (gasPrice !== undefined) {
    const type = accessList === undefined ? 0 : 1;
    return { type, gasPrice, accessList, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined };
  }
  const suggested = request.maxPriorityFeePerGas ?? backend.suggestedTip();
  const maxFeePerGas = request.maxFeePerGas ?? cappedToUint256(suggested + 2n * backend.nextBaseFee(backend.head()));
  return {
    type: request.authorizationList === undefined ? 2 : 4,
    gasPrice: undefined,
    accessList: accessList ?? [],
    maxFeePerGas,
    maxPriorityFeePerGas: suggested < maxFeePerGas ? suggested : maxFeePerGas,
  };
}
