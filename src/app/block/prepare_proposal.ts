/**
 * PrepareProposal: of what the mempool offers, what a block can hold and would execute: nonces without gaps, prices not
 * below the next base fee, senders who can pay for all of it, within bytes and gas. One that does not fit holds back the
 * later ones of its sender; the rest goes on.
 */
import type { PrepareProposalRequest } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type AnteContext, accountOf, finalProblem, priceProblem } from '../ante/stateful.js';
import { blockGasLimit } from '../chain_params.js';
import type { StateReader } from '../state/types.js';
import { isRefusal, type KnownTx } from '../tx/known_tx.js';
import type { TxReader } from '../tx/tx_reader.js';

/** What a sender has left while the block fills. */
interface Purse {
  nonce: bigint;
  balance: bigint;
}

/** `context.baseFee` is that of the block to come. */
export function prepareProposal(
  { txs, maxTxBytes }: PrepareProposalRequest,
  state: StateReader,
  reader: TxReader,
  context: AnteContext,
): Bytes[] {
  const purses = new Map<string, Purse>();
  let bytesLeft = maxTxBytes;
  let gasLeft = blockGasLimit(context.params);
  const chosen: Bytes[] = [];
  for (const tx of txs) {
    const known = reader.read(tx, context.params);
    const size = encodedSize(tx);
    if (isRefusal(known) || size > bytesLeft || known.ethereum.gas > gasLeft) continue;
    if (!takes(known, state, purses, context)) continue;
    chosen.push(tx);
    bytesLeft -= size;
    gasLeft -= known.ethereum.gas;
  }
  return chosen;
}

/** Whether `tx` would run next for its sender; if so, it is booked. */
function takes(tx: KnownTx, state: StateReader, purses: Map<string, Purse>, context: AnteContext): boolean {
  const account = accountOf(state, tx);
  const purse = purses.get(tx.sender) ?? { nonce: account.nonce, balance: account.balance };
  if (tx.ethereum.nonce !== purse.nonce || tx.cost > purse.balance) return false;
  if (finalProblem(state, tx, account, context.params) ?? priceProblem(tx, context)) return false;
  purses.set(tx.sender, { nonce: purse.nonce + 1n, balance: purse.balance - tx.cost });
  return true;
}

/** Of the transaction as an element of a block's data: tag and length count (CometBFT `ComputeProtoSizeForTxs`). */
function encodedSize({ length }: Bytes): bigint {
  let size = length + 2;
  for (let rest = length >> 7; rest > 0; rest >>= 7) size++;
  return BigInt(size);
}
