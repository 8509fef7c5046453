/**
 * Fills what `eth_sendTransaction` leaves out: nonce, gas, fees, type (go-ethereum's TransactionArgs). As there,
 * the account comes first: what a stranger could afford is not the question.
 */

import { checksumAddress } from '../../app/address.js';
import type { UnsignedEthereumTx } from '../../codec/ethereum_tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import type { EvmAccounts } from '../../rpc/ports/evm/accounts.js';
import type { EvmBlocks } from '../../rpc/ports/evm/blocks.js';
import type { EvmCallRequest, EvmExecution } from '../../rpc/ports/evm/execution.js';
import type { EvmFees } from '../../rpc/ports/evm/fees.js';
import type { EvmNetwork } from '../../rpc/ports/evm/network.js';
import type { SubmitOutcome } from '../../rpc/ports/evm/transaction_sink.js';

/** What absent fields are filled from. */
export type FillingPort = Pick<EvmNetwork, 'chainId'> &
  Pick<EvmBlocks, 'head'> &
  Pick<EvmAccounts, 'nonce'> &
  Pick<EvmExecution, 'estimateGas'> &
  Pick<EvmFees, 'suggestedTip' | 'nextBaseFee'>;

export type Filled =
  | { readonly type: 'filled'; readonly from: Bytes; readonly tx: UnsignedEthereumTx }
  | Exclude<SubmitOutcome, { type: 'accepted' }>;

const refused = (log: string): Filled => ({ type: 'refused', code: 1, codespace: 'sdk', log });

/** `holds` says whether the node can sign for an account. */
export async function fillTransaction(
  port: FillingPort,
  holds: (account: Bytes) => boolean,
  request: EvmCallRequest,
): Promise<Filled> {
  const { from } = request;
  if (from === undefined) return refused('unknown account: "from" is missing; eth_accounts lists the accounts');
  if (!holds(from))
    return refused(`unknown account: ${checksumAddress(from)} is none of those that eth_accounts lists`);
  if (request.chainId !== undefined && request.chainId !== port.chainId)
    return refused(`chainId does not match node's (have=${request.chainId}, want=${port.chainId})`);
  if (request.to === undefined && (request.input === undefined || request.input.length === 0))
    return refused('contract creation without any data provided');
  const gas = request.gas ?? (await estimate(port, request));
  if (typeof gas !== 'bigint') return gas;
  const common = {
    nonce: request.nonce ?? port.nonce(from, 'pending'),
    gas,
    to: request.to,
    value: request.value ?? 0n,
    input: request.input ?? EMPTY_BYTES,
    chainId: port.chainId,
    authorizationList: request.authorizationList,
  };
  return { type: 'filled', from, tx: { ...common, ...fees(port, request) } };
}

async function estimate(port: FillingPort, request: EvmCallRequest): Promise<bigint | Filled> {
  const { gas, outcome } = await port.estimateGas(request, 'pending');
  if (gas !== undefined) return gas;
  switch (outcome.type) {
    case 'revert':
      return { type: 'reverted', data: outcome.data };
    case 'halt':
    case 'refused':
      return refused(outcome.reason);
    case 'success':
      return refused('gas required exceeds allowance');
  }
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
