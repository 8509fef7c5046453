/** CheckTx: decides whether a transaction may enter the mempool, or stay there. */
import type { Admission, CheckTxRequest, CheckTxResponse } from '../../abci/application.js';
import type { Account } from '../../evm/state.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import {
  type AnteContext,
  accountOf,
  finalProblem,
  fundsProblem,
  gasLimitProblem,
  type NextBlock,
  priceProblem,
  spendable,
} from '../ante/stateful.js';
import type { StateReader, WorkingState } from '../state/types.js';
import { type CosmosTx, type EthereumTx, isRefusal, type Tx } from '../tx/tx.js';
import type { TxReader } from '../tx/tx_reader.js';
import { type Refusal, refuse } from '../types/refusal.js';
import { tryCosmosAnte } from './deliver_cosmos.js';

export interface AdmissionRules {
  /** Admits legacy transactions without a chain id to the mempool. Blocks may hold them either way. */
  readonly allowUnprotectedTxs: boolean;
  /** Least tip, in wei for a unit of gas, with which an Ethereum transaction may enter the mempool. */
  readonly minTip: bigint;
}

/**
 * Checks a transaction against the head with pending dev transactions (`state`), and its price against the base fee of
 * the next block. `fork` returns a temporary state on top of `state`.
 */
export function checkTx(
  { tx, type }: CheckTxRequest,
  reader: TxReader,
  state: StateReader,
  fork: () => WorkingState,
  next: NextBlock,
  rules: AdmissionRules,
): CheckTxResponse {
  const known = reader.read(tx, next.params);
  if (isRefusal(known)) return refused(known, 0n);
  const account = spendable(accountOf(state, known), known, state, next.time);
  const problem =
    known.type === 'cosmos'
      ? cosmosProblem(known, fork, next)
      : type === 'recheck'
        ? recheckProblem(state, known, account, next)
        : admissionProblem(state, known, account, next, rules);
  return problem === undefined ? admitted(known, account) : refused(problem, known.gas);
}

function cosmosProblem(tx: CosmosTx, fork: () => WorkingState, next: NextBlock): Refusal | undefined {
  return gasLimitProblem(tx, next.params) ?? tryCosmosAnte(tx, { ...next, state: fork(), mode: 'admit' });
}

/** Checks an Ethereum transaction. Its nonce may be higher than the account's. */
function admissionProblem(
  state: StateReader,
  tx: EthereumTx,
  account: Account,
  context: AnteContext,
  { allowUnprotectedTxs, minTip }: AdmissionRules,
): Refusal | undefined {
  if (tx.ethereum.chainId === undefined && !allowUnprotectedTxs)
    return refuse('invalidRequest', 'only replay-protected (EIP-155) transactions allowed over RPC');
  return (
    finalProblem(state, tx, account, context.params) ??
    priceProblem(tx, context) ??
    tipProblem(tx, minTip) ??
    fundsProblem(tx, account)
  );
}

function tipProblem({ tipCap }: EthereumTx, minTip: bigint): Refusal | undefined {
  if (tipCap >= minTip) return undefined;
  return refuse(
    'insufficientFee',
    `transaction gas price below minimum: gas tip cap ${tipCap}, minimum needed ${minTip}`,
  );
}

/**
 * Does not check the price: a transaction below the base fee may become valid again later, so it stays, as in geth's
 * pool.
 */
function recheckProblem(
  state: StateReader,
  tx: EthereumTx,
  account: Account,
  context: AnteContext,
): Refusal | undefined {
  return finalProblem(state, tx, account, context.params) ?? fundsProblem(tx, account);
}

const NO_RESULT = { data: EMPTY_BYTES, info: '', events: [] } as const;

const refused = (refusal: Refusal, gasWanted: bigint): CheckTxResponse => ({
  gasWanted,
  gasUsed: 0n,
  ...NO_RESULT,
  ...refusal,
});

const admitted = (tx: Tx, account: Account): CheckTxResponse => ({
  code: 0,
  codespace: '',
  log: '',
  gasWanted: tx.gas,
  gasUsed: 0n,
  admission: admissionOf(tx, account),
  ...NO_RESULT,
});

const admissionOf = (tx: Tx, account: Account): Admission => ({
  sender: tx.sender,
  nonce: tx.sequence,
  accountNonce: account.nonce,
  maxFeePerGas: tx.feeCap,
  maxPriorityFeePerGas: tx.tipCap,
  cost: tx.cost,
  balance: account.balance,
  ethereumHash: tx.type === 'ethereum' ? tx.ethereumHash : undefined,
  strict: tx.type === 'cosmos',
});
