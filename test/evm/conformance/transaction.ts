/**
 * Processes a transaction around its run by Ethereum's rules: checks, gas payment and refund, the tip to the miner, and
 * the burned base fee. A Cosmos chain pays the fee collector instead, so none of this is in the product.
 */
import type { WorkingState } from '../../../src/app/state/types.js';
import type { EthereumLog } from '../../../src/codec/ethereum/receipt.js';
import { isContract } from '../../../src/evm/authorizations.js';
import { CODE_SIZE_LIMIT, initcodeSizeLimit } from '../../../src/evm/code_size.js';
import { type Hardfork, isFrom } from '../../../src/evm/hardfork.js';
import { type IntrinsicGas, intrinsicGas } from '../../../src/evm/intrinsic_gas.js';
import type { Execution, Machine } from '../../../src/evm/machine.js';
import type { Observer } from '../../../src/evm/observer.js';
import { EMPTY_ACCOUNT, EMPTY_CODE_HASH } from '../../../src/evm/state.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { MAX_UINT256 } from '../../../src/kernel/uint256.js';
import type { CaseBlock, CaseTransaction } from './state_test.js';

const MAX_NONCE = 2n ** 64n - 1n;
/** Gas of one blob (EIP-4844). */
const GAS_PER_BLOB = 131_072n;
/** Maximum gas of a transaction (EIP-7825). */
const MAX_TRANSACTION_GAS = 2n ** 24n;
/** Version of a KZG commitment's hash (EIP-4844). */
const KZG_VERSION = 1;

export type Outcome =
  | { readonly type: 'refused'; readonly reason: string; readonly logs: readonly [] }
  | { readonly type: 'run'; readonly execution: Execution; readonly logs: readonly EthereumLog[] };

/** Runs a transaction; a refused one changes nothing. */
export async function transact(
  machine: Machine<WorkingState>,
  fork: Hardfork,
  block: CaseBlock,
  tx: CaseTransaction,
  observer?: Observer,
): Promise<Outcome> {
  const { state } = machine;
  const owed = intrinsicGas(tx, fork);
  const blobFee = blobFeeUnder(fork, block.excessBlobGas);
  const reason = invalid(fork, tx) ?? misfit(fork, block, tx, blobFee) ?? unpayable(state, tx, owed);
  if (reason !== undefined) return { type: 'refused', reason, logs: [] };
  const tip = min(tx.maxPriorityFeePerGas, tx.maxFeePerGas - block.baseFeePerGas);
  const gasPrice = block.baseFeePerGas + tip;
  const sender = state.account(tx.from) ?? EMPTY_ACCOUNT;
  const bought = tx.gasLimit * gasPrice + blobGas(tx) * blobFee;
  state.setAccount(tx.from, { ...sender, nonce: sender.nonce + 1n, balance: sender.balance - bought });
  const execution = await machine.execute(block, { ...tx, gasPrice }, owed, observer);
  pay(state, tx.from, (tx.gasLimit - execution.gasUsed) * gasPrice);
  pay(state, block.coinbase, execution.gasUsed * tip);
  return { type: 'run', execution, logs: execution.logs };
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const blobGas = ({ blobHashes }: CaseTransaction): bigint => BigInt(blobHashes.length) * GAS_PER_BLOB;

/** Pays an amount. An account that receives nothing and is empty is deleted (EIP-161). */
function pay(state: WorkingState, address: Bytes, amount: bigint): void {
  const account = state.account(address) ?? EMPTY_ACCOUNT;
  const balance = account.balance + amount;
  const isEmpty = account.nonce === 0n && balance === 0n && isEmptyCode(account.codeHash);
  if (!isEmpty) state.setAccount(address, { ...account, balance });
  else if (state.account(address) !== undefined) state.setAccount(address, undefined);
}

const isEmptyCode = (hash: Bytes): boolean => EMPTY_CODE_HASH.every((byte, i) => byte === hash[i]);

/** Computes EIP-4844's `e ** (excess / fraction)` by its Taylor series; EIP-7691 has another fraction. */
function blobFeeUnder(fork: Hardfork, excess: bigint): bigint {
  const fraction = isFrom(fork, 'prague') ? 5_007_716n : 3_338_477n;
  let sum = 0n;
  for (let term = fraction, i = 1n; term > 0n; i++) {
    sum += term;
    term = (term * excess) / (fraction * i);
  }
  return sum / fraction;
}

/** Returns why the transaction is invalid in any block. */
function invalid(fork: Hardfork, tx: CaseTransaction): string | undefined {
  const { type, to, value, input, blobHashes } = tx;
  if (value > MAX_UINT256) return 'the value has more than 256 bits';
  if (tx.maxFeePerGas < tx.maxPriorityFeePerGas) return 'the tip is above the highest fee';
  if (to === undefined && input.length > initcodeSizeLimit(CODE_SIZE_LIMIT)) return 'the initcode is too long';
  if (isFrom(fork, 'osaka') && tx.gasLimit > MAX_TRANSACTION_GAS) return 'more gas than a transaction may have';
  if (type === 4 && !isFrom(fork, 'prague')) return 'there are no authorizations yet';
  if (type === 4 && (to === undefined || tx.authorizationList?.length === 0)) return 'authorizations without any';
  if (type !== 3) return undefined;
  if (!isFrom(fork, 'cancun')) return 'there are no blobs yet';
  if (to === undefined || blobHashes.length === 0) return 'a blob transaction without blobs, or that creates';
  return blobHashes.some(([version]) => version !== KZG_VERSION) ? 'a blob of another version' : undefined;
}

/** Returns the maximum number of blobs of a block, or of a transaction (EIPs 4844, 7691, 7594). */
function mostBlobs(fork: Hardfork): number {
  return fork === 'prague' ? 9 : 6;
}

/** Returns why the transaction cannot be in this block. */
function misfit(fork: Hardfork, block: CaseBlock, tx: CaseTransaction, blobFee: bigint): string | undefined {
  if (tx.maxFeePerGas < block.baseFeePerGas) return 'the highest fee is below the base fee';
  if (tx.gasLimit > block.gasLimit) return 'more gas than the block has';
  if (tx.blobHashes.length > mostBlobs(fork)) return 'too many blobs';
  return tx.type === 3 && tx.maxFeePerBlobGas < blobFee ? 'the highest blob fee is below the block’s' : undefined;
}

/** Returns why the sender cannot send the transaction. */
function unpayable(state: WorkingState, tx: CaseTransaction, { intrinsic, floor }: IntrinsicGas): string | undefined {
  const { nonce, balance, codeHash } = state.account(tx.from) ?? EMPTY_ACCOUNT;
  if (nonce !== tx.nonce) return `the nonce is ${tx.nonce}, not ${nonce}`;
  if (nonce === MAX_NONCE) return 'the nonce cannot grow';
  if (isContract(state, codeHash)) return 'the sender is a contract';
  const most = tx.gasLimit * tx.maxFeePerGas + blobGas(tx) * tx.maxFeePerBlobGas + tx.value;
  if (balance < most) return `the sender has ${balance}, and may have to pay ${most}`;
  return tx.gasLimit < intrinsic || tx.gasLimit < floor ? 'less gas than it owes beforehand' : undefined;
}
