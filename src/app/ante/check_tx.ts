/** CheckTx: may this transaction wait in the mempool? */
import type { Admission, CheckTxRequest, CheckTxResponse } from '../../abci/application.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import type { Account, StateReader } from '../state/types.js';
import { isRefusal, type KnownTx } from '../tx/known_tx.js';
import type { TxReader } from '../tx/tx_reader.js';
import { type Refusal, refuse } from './refusal.js';
import { type AnteContext, accountOf, finalProblem, fundsProblem, priceProblem } from './stateful.js';

export interface AdmissionRules {
  /** Whether legacy transactions without a chain id may come in. They are valid in blocks either way. */
  readonly allowUnprotectedTxs: boolean;
}

/** Against the committed `state`; `context.baseFee` is that of the next block. A future nonce may wait. */
export function checkTx(
  { tx, type }: CheckTxRequest,
  state: StateReader,
  reader: TxReader,
  context: AnteContext,
  rules: AdmissionRules,
): CheckTxResponse {
  const known = reader.read(tx, context.params);
  if (isRefusal(known)) return refused(known, 0n);
  const account = accountOf(state, known);
  const problem =
    type === 'recheck'
      ? recheckProblem(state, known, account, context)
      : admissionProblem(state, known, account, context, rules);
  return problem === undefined ? admitted(known, account) : refused(problem, known.ethereum.gas);
}

function admissionProblem(
  state: StateReader,
  tx: KnownTx,
  account: Account,
  context: AnteContext,
  { allowUnprotectedTxs }: AdmissionRules,
): Refusal | undefined {
  if (tx.ethereum.chainId === undefined && !allowUnprotectedTxs)
    return refuse('invalidRequest', 'only replay-protected (EIP-155) transactions allowed over RPC');
  return finalProblem(state, tx, account, context.params) ?? priceProblem(tx, context) ?? fundsProblem(tx, account);
}

/** A price that the base fee has left behind may be good again later, as in geth's pool: it stays. */
function recheckProblem(state: StateReader, tx: KnownTx, account: Account, context: AnteContext): Refusal | undefined {
  return finalProblem(state, tx, account, context.params) ?? fundsProblem(tx, account);
}

const NO_RESULT = { data: EMPTY_BYTES, info: '', events: [] } as const;

const refused = (refusal: Refusal, gasWanted: bigint): CheckTxResponse => ({
  ...NO_RESULT,
  ...refusal,
  gasWanted,
  gasUsed: 0n,
});

const admitted = (tx: KnownTx, account: Account): CheckTxResponse => ({
  ...NO_RESULT,
  code: 0,
  codespace: '',
  log: '',
  gasWanted: tx.ethereum.gas,
  gasUsed: 0n,
  admission: admissionOf(tx, account),
});

const admissionOf = (tx: KnownTx, account: Account): Admission => ({
  sender: tx.sender,
  nonce: tx.ethereum.nonce,
  accountNonce: account.nonce,
  maxFeePerGas: tx.feeCap,
  maxPriorityFeePerGas: tx.tipCap,
  cost: tx.cost,
  balance: account.balance,
  ethereumHash: tx.ethereumHash,
});
