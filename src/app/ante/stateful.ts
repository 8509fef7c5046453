/**
 * Checks an Ethereum transaction against the state before it (go-ethereum `stateTransition.preCheck` and `buyGas`).
 * Admission and delivery share these checks, but treat a nonce above the account's differently.
 */
import { isContract } from '../../evm/authorizations.js';
import { type Account, EMPTY_ACCOUNT, EMPTY_CODE_HASH } from '../../evm/state.js';
import type { UnixNanos } from '../../kernel/time.js';
import { lockedAmount } from '../modules/auth/vesting.js';
import type { FeeMarketParams } from '../modules/feemarket/params.js';
import { blockGasLimit, type ChainParams, readChainParams } from '../sdk/chain_params.js';
import type { StateReader } from '../state/types.js';
import type { EthereumTx, Tx } from '../tx/tx.js';
import { checksumAddress } from '../types/address.js';
import { timesDecimal } from '../types/coins.js';
import { type Refusal, refuse } from '../types/refusal.js';

export interface AnteContext {
  readonly params: ChainParams;
  readonly market: FeeMarketParams;
  /** Base fee of the block that the transaction is for. */
  readonly baseFee: bigint;
}

/** Next block, by whose rules admission checks a transaction. */
export interface NextBlock extends AnteContext {
  readonly height: bigint;
  /** Time of the newest block, because the next block's time is not known yet. */
  readonly time: UnixNanos;
}

export const accountOf = (state: StateReader, tx: Tx): Account => state.account(tx.from) ?? EMPTY_ACCOUNT;

/** Returns the account without coins that are still vesting (cosmos/evm `SpendableCoin`). */
export function spendable(account: Account, { from }: Tx, state: StateReader, time: UnixNanos): Account {
  const { hasVesting, baseDenom } = readChainParams(state);
  if (!hasVesting) return account;
  const balance = account.balance - lockedAmount(state, from, baseDenom, time);
  return { ...account, balance: balance < 0n ? 0n : balance };
}

/** Returns the price in wei that the sender pays for a unit of gas (EIP-1559). */
export function effectiveGasPrice({ feeCap, tipCap }: EthereumTx, baseFee: bigint): bigint {
  const price = tipCap + baseFee;
  return price < feeCap ? price : feeCap;
}

/**
 * Returns the problem of a transaction that can never become valid: it needs too much gas, a contract sent it, or its
 * nonce is used.
 */
export function finalProblem(
  state: StateReader,
  tx: EthereumTx,
  account: Account,
  params: ChainParams,
): Refusal | undefined {
  return gasLimitProblem(tx, params) ?? senderProblem(state, tx, account) ?? nonceTooLow(tx, account);
}

export function gasLimitProblem({ gas }: Tx, params: ChainParams): Refusal | undefined {
  const limit = blockGasLimit(params);
  if (gas > limit)
    return refuse('outOfGas', `exceeds block gas limit (intrinsic gas too high: gas ${gas}, block limit ${limit})`);
  if (params.txMaxGas > 0n && gas > params.txMaxGas)
    return refuse('outOfGas', `transaction gas limit too high (cap: ${params.txMaxGas}, tx: ${gas})`);
  return undefined;
}

/** Refuses senders that are contracts (EIP-3607), with EIP-7702's exception. */
function senderProblem(state: StateReader, tx: EthereumTx, { codeHash }: Account): Refusal | undefined {
  if (tx.impersonated || codeHash === EMPTY_CODE_HASH || !isContract(state, codeHash)) return undefined;
  return refuse('invalidType', `sender not an eoa: address ${checksumAddress(tx.from)}: invalid type`);
}

function nonceTooLow({ ethereum: { nonce } }: EthereumTx, account: Account): Refusal | undefined {
  if (nonce >= account.nonce) return undefined;
  return refuse('invalidSequence', `nonce too low: next nonce ${account.nonce}, tx nonce ${nonce}`);
}

/** Refuses a nonce above the account's. Only delivery does so: admission leaves the transaction pending. */
export function nonceTooHigh(tx: EthereumTx, account: Account): Refusal | undefined {
  if (tx.ethereum.nonce <= account.nonce) return undefined;
  const text = `nonce too high: address ${checksumAddress(tx.from)}, tx: ${tx.ethereum.nonce} state: ${account.nonce}`;
  return refuse('invalidSequence', text);
}

/** Refuses prices below the block's base fee or the chain's minimum. */
export function priceProblem(tx: EthereumTx, { baseFee, market }: AnteContext): Refusal | undefined {
  if (tx.feeCap < baseFee)
    return refuse(
      'insufficientFee',
      `max fee per gas less than block base fee: address ${checksumAddress(tx.from)}, maxFeePerGas: ${tx.feeCap}, baseFee: ${baseFee}`,
    );
  if (market.minGasPrice === 0n) return undefined;
  const { gas } = tx.ethereum;
  const provided = gas * effectiveGasPrice(tx, baseFee);
  const required = timesDecimal(gas, market.minGasPrice);
  if (provided >= required) return undefined;
  return refuse(
    'insufficientFee',
    `transaction underpriced: provided fee < minimum global fee (${provided} < ${required}). Please increase the priority tip ` +
      '(for EIP-1559 txs) or the gas prices (for access list or legacy txs): insufficient fee',
  );
}

export function fundsProblem({ cost }: EthereumTx, { balance }: Account): Refusal | undefined {
  if (balance >= cost) return undefined;
  return refuse(
    'insufficientFunds',
    `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}, overshot ${cost - balance}`,
  );
}
