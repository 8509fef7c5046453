/**
 * Fills what `eth_sendTransaction` leaves out: nonce, gas, fees, type (go-ethereum's TransactionArgs). As there,
 * the account comes first: what a stranger could afford is not the question.
 */

import type { EvmAccounts } from '../../backend/evm/accounts.js';
import type { EvmBlocks } from '../../backend/evm/blocks.js';
import type { EvmCallRequest, EvmEstimate, EvmExecution } from '../../backend/evm/execution.js';
import type { EvmFees } from '../../backend/evm/fees.js';
import type { EvmNetwork } from '../../backend/evm/network.js';
import type { EvmWallet } from '../../backend/evm/wallet.js';
import type { UnsignedEthereumTx } from '../../codec/ethereum_tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { type RpcError, refusal } from '../jsonrpc/errors.js';
import { checkChainId } from './outcomes.js';
import { lockedAccount, unknownAccount } from './sign.js';

/** What absent fields are filled from. */
export type FillingPort = Pick<EvmNetwork, 'chainId'> &
  Pick<EvmBlocks, 'head' | 'block'> &
  Pick<EvmAccounts, 'nonce'> &
  Pick<EvmExecution, 'estimateGas'> &
  Pick<EvmFees, 'suggestedTip' | 'nextBaseFee'> &
  Pick<EvmWallet, 'signsFor' | 'isLocked'>;

/** How a node begins. */
export const NO_KEY = "failed to find key in the node's keyring";

export interface FilledTransaction {
  readonly from: Bytes;
  readonly tx: UnsignedEthereumTx;
}

/** The error for what an estimate refuses. */
type Refuse = (reason: string) => RpcError;

/** Throws RpcError for what cannot be sent. */
export async function fillTransaction(
  port: FillingPort,
  request: EvmCallRequest,
  refuse: Refuse = refusal,
): Promise<FilledTransaction> {
  const { from } = request;
  if (from === undefined)
    throw refusal(
      `${NO_KEY}; no key for given address or file; unknown account: "from" is missing; eth_accounts lists the accounts`,
    );
  if (port.signsFor(from)) return fillUnsigned(port, request, refuse);
  throw port.isLocked(from) ? lockedAccount() : refusal(`${NO_KEY}; ${unknownAccount(from).message}`);
}

/** The same, whoever `from` is. */
export async function fillUnsigned(
  port: Omit<FillingPort, 'signsFor' | 'isLocked'>,
  request: EvmCallRequest,
  refuse: Refuse = refusal,
): Promise<FilledTransaction> {
  const { from } = request;
  if (from === undefined) throw refusal('"from" is missing: in whose name is this to be sent?');
  checkChainId(port, request);
  if (request.to === undefined && (request.input === undefined || request.input.length === 0))
    throw refusal('contract creation without any data provided');
  const gas = request.gas ?? sufficientGas(port, await port.estimateGas(request, 'pending'), refuse);
  const common = {
    nonce: request.nonce ?? port.nonce(from, 'pending'),
    gas,
    to: request.to,
    value: request.value ?? 0n,
    input: request.input ?? EMPTY_BYTES,
    chainId: port.chainId,
    authorizationList: request.authorizationList,
  };
  return { from, tx: { ...common, ...fees(port, request) } };
}

/**
 * What the transaction needs. One that fails whatever it is given takes a whole block's gas: development nodes send it all
 * the same, so that its receipt shows the failure.
 */
function sufficientGas(port: Pick<EvmBlocks, 'block' | 'head'>, { gas, outcome }: EvmEstimate, refuse: Refuse): bigint {
  if (gas !== undefined) return gas;
  if (outcome.type === 'refused') throw refuse(outcome.reason);
  if (outcome.type === 'success') throw refuse('gas required exceeds allowance');
  const head = port.block(port.head());
  invariant(head !== undefined, 'the head is a block');
  return head.gasLimit;
}

type Fees = Pick<UnsignedEthereumTx, 'type' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'accessList'>;

/** Legacy when a gas price is given, otherwise EIP-1559 with room for two doublings of the base fee. */
function fees(port: Omit<FillingPort, 'signsFor' | 'isLocked'>, request: EvmCallRequest): Fees {
  const { gasPrice, accessList } = request;
  if (gasPrice !== undefined) {
    const type = accessList === undefined ? 0 : 1;
    return { type, gasPrice, accessList, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined };
  }
  const suggested = request.maxPriorityFeePerGas ?? port.suggestedTip();
  const maxFeePerGas = request.maxFeePerGas ?? suggested + 2n * port.nextBaseFee(port.head());
  return {
    type: request.authorizationList === undefined ? 2 : 4,
    gasPrice: undefined,
    accessList: accessList ?? [],
    maxFeePerGas,
    maxPriorityFeePerGas: suggested < maxFeePerGas ? suggested : maxFeePerGas,
  };
}
