/**
 * Fills what `eth_sendTransaction` leaves out: nonce, gas, fees, type (go-ethereum's TransactionArgs). As there,
 * the account comes first: what a stranger could afford is not the question.
 */
import type { UnsignedEthereumTx } from '../../codec/ethereum_tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { refusal } from '../jsonrpc/errors.js';
import type { EvmAccounts } from '../ports/evm/accounts.js';
import type { EvmBlocks } from '../ports/evm/blocks.js';
import type { EvmCallRequest, EvmExecution } from '../ports/evm/execution.js';
import type { EvmFees } from '../ports/evm/fees.js';
import type { EvmNetwork } from '../ports/evm/network.js';
import type { EvmWallet } from '../ports/evm/wallet.js';
import { checkChainId, estimatedGas } from './outcomes.js';

/** What absent fields are filled from. */
export type FillingPort = Pick<EvmNetwork, 'chainId'> &
  Pick<EvmBlocks, 'head'> &
  Pick<EvmAccounts, 'nonce'> &
  Pick<EvmExecution, 'estimateGas'> &
  Pick<EvmFees, 'suggestedTip' | 'nextBaseFee'> &
  Pick<EvmWallet, 'signsFor'>;

export interface FilledTransaction {
  readonly from: Bytes;
  readonly tx: UnsignedEthereumTx;
}

/** Throws RpcError: code 3 when filling in the gas limit finds that it would revert. */
export async function fillTransaction(port: FillingPort, request: EvmCallRequest): Promise<FilledTransaction> {
  const { from } = request;
  if (from === undefined) throw refusal('unknown account: "from" is missing; eth_accounts lists the accounts');
  if (!port.signsFor(from)) throw refusal(`unknown account: ${to0x(from)} is none of those that eth_accounts lists`);
  checkChainId(port, request);
  if (request.to === undefined && (request.input === undefined || request.input.length === 0))
    throw refusal('contract creation without any data provided');
  const gas = request.gas ?? estimatedGas(await port.estimateGas(request, 'pending'));
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

type Fees = Pick<UnsignedEthereumTx, 'type' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'accessList'>;

/** Legacy when a gas price is given, otherwise EIP-1559 with room for two doublings of the base fee. */
function fees(port: FillingPort, request: EvmCallRequest): Fees {
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
