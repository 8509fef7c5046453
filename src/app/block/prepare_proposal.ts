/**
 * PrepareProposal: chooses the transactions of a block. Pending dev transactions come first, then the prices of an
 * oracle, for which room is kept. If all dev transactions fit, transactions of the mempool follow, within the limits of
 * bytes and gas. Only transactions that would run are chosen: without a gap in the nonces, and with a price of at least
 * the next base fee. Their sender must be able to pay for all of them. A transaction that does not fit excludes the later
 * ones of its sender, but not those of others.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { type AnteContext, accountOf, finalProblem, priceProblem } from '../ante/stateful.js';
import type { DevTxPool } from '../dev_txs/dev_tx_pool.js';
import { blockGasLimit } from '../sdk/chain_params.js';
import type { StateReader } from '../state/types.js';
import { isRefusal, type Tx } from '../tx/tx.js';
import type { TxReader } from '../tx/tx_reader.js';

/** Next nonce and the remaining balance of a sender while the block fills. */
interface Purse {
  nonce: bigint;
  balance: bigint;
}

/**
 * Chooses the transactions of a proposal. `context` is of the block to come, on top of pending dev transactions. `maxTxs`
 * is the most of `txs` that it takes; 0 means no limit. Dev transactions that do not fit lead the next block. Prices
 * that do not fit are left out.
 */
export function prepareProposal(
  txs: readonly Bytes[],
  maxTxBytes: bigint,
  devTxs: DevTxPool,
  reader: TxReader,
  context: AnteContext,
  maxTxs = 0,
  prices?: Bytes,
): readonly Bytes[] {
  const most = maxTxs === 0 ? Number.POSITIVE_INFINITY : maxTxs;
  const pricesSize = prices === undefined ? 0n : encodedSize(prices);
  const added = prices !== undefined && pricesSize <= maxTxBytes ? [prices] : [];
  const front = devTxs.front(added.length > 0 ? maxTxBytes - pricesSize : maxTxBytes, encodedSize);
  const leading = [...front.txs, ...added];
  if (front.txs.length < devTxs.waiting.length) return leading;
  const state = devTxs.latest;
  const purses = new Map<string, Purse>();
  let bytesLeft = front.room;
  let gasLeft = blockGasLimit(context.params);
  const chosen = [...leading];
  for (const tx of txs) {
    if (chosen.length - leading.length >= most) break;
    const known = reader.read(tx, context.params);
    const size = encodedSize(tx);
    if (isRefusal(known) || size > bytesLeft || known.gas > gasLeft) continue;
    if (!takes(known, state, purses, context)) continue;
    chosen.push(tx);
    bytesLeft -= size;
    gasLeft -= known.gas;
  }
  return chosen;
}

/** Returns whether `tx` can run next for its sender. If so, it updates the senders' nonces and balances. */
function takes(tx: Tx, state: StateReader, purses: Map<string, Purse>, context: AnteContext): boolean {
  const purseOf = (hex: string, address: Bytes): Purse =>
    purses.get(hex) ?? { nonce: 0n, balance: 0n, ...state.account(address) };
  const purse = purseOf(tx.sender, tx.from);
  if (tx.sequence !== purse.nonce || tx.cost > purse.balance || !isPriced(tx, state, context)) return false;
  const others = tx.type === 'cosmos' ? tx.signers.slice(1) : [];
  if (others.some(({ hex, address, sequence }) => purseOf(hex, address).nonce !== sequence)) return false;
  for (const { hex, address } of others) {
    const { nonce, balance } = purseOf(hex, address);
    purses.set(hex, { nonce: nonce + 1n, balance });
  }
  purses.set(tx.sender, { nonce: purse.nonce + 1n, balance: purse.balance - tx.cost });
  return true;
}

/** Checks the price of a transaction. The other checks of a Cosmos transaction are left to the block. */
function isPriced(tx: Tx, state: StateReader, context: AnteContext): boolean {
  if (tx.type === 'cosmos') return tx.feeAmount >= context.baseFee * tx.gas;
  return (finalProblem(state, tx, accountOf(state, tx), context.params) ?? priceProblem(tx, context)) === undefined;
}

/**
 * Returns the bytes of the transaction as an element of a block's data, with its tag and length (CometBFT
 * `ComputeProtoSizeForTxs`).
 */
function encodedSize({ length }: Bytes): bigint {
  let size = length + 2;
  for (let rest = length >> 7; rest > 0; rest >>= 7) size++;
  return BigInt(size);
}
