/** Computes `eth_feeHistory` of earlier blocks from their headers and receipts. */
import type { EvmBlockFees } from '../../backend/evm/block.js';
import { nextBaseFeeOfHeader } from '../../config/ethereum_base_fee.js';
import { feeHistoryOf } from '../../rpc/evm/fees/fee_history.js';
import { feeHistoryView, NO_FEE_HISTORY } from '../../rpc/evm/views/fee_history.js';
import type { Json } from '../../rpc/evm/views/json.js';
import type { EarlierBlock, StoredHistory } from './stored_history.js';
import { pricePaid, transactionAt, uint } from './views.js';

/** Limits the blocks of an answer, as nodes do. */
const MAX_BLOCKS = 1_024;

/** Answers the method. Blocks that the file lacks end the history. */
export function earlierFees(history: StoredHistory, [count, newest, percentiles]: readonly unknown[]): Json {
  const last = Math.min(Number(newest), history.facts.last);
  const blocks: EarlierBlock[] = [];
  for (let number = last; blocks.length < Math.min(Number(count), MAX_BLOCKS); number--) {
    const block = history.block(number);
    if (block === undefined) break;
    blocks.unshift(block);
  }
  const newestBlock = blocks.at(-1);
  if (newestBlock === undefined) return NO_FEE_HISTORY;
  const wanted = Array.isArray(percentiles) ? percentiles.map(Number) : [];
  const hasBlobGas = newestBlock.header['blobGasUsed'] !== undefined;
  const fees = feeHistoryOf(blocks.map(feesOf), BigInt(last), nextBaseFeeOf(newestBlock), wanted);
  return feeHistoryView(fees, hasBlobGas);
}

const headerFees = ({ header }: EarlierBlock) => ({
  baseFee: uint(header['baseFeePerGas']),
  gasLimit: uint(header['gasLimit']),
  gasUsed: uint(header['gasUsed']),
});

const nextBaseFeeOf = (block: EarlierBlock): bigint => nextBaseFeeOfHeader(headerFees(block));

function feesOf(block: EarlierBlock): EvmBlockFees {
  const { baseFee, gasLimit, gasUsed } = headerFees(block);
  const tips = block.transactions.flatMap((_, i) => {
    const of = transactionAt(block, i);
    return of === undefined ? [] : [{ tip: pricePaid(of) - baseFee, gas: uint(of.tx.info['gas_used']) }];
  });
  tips.sort((a, b) => (a.tip < b.tip ? -1 : a.tip > b.tip ? 1 : 0));
  return { baseFeePerGas: baseFee, gasLimit, gasUsed, tips };
}
