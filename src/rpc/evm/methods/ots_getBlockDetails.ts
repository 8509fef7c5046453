/**
 * Implements the methods of Otterscan (API level 8, as Erigon answers them) that show blocks and transactions without
 * running them.
 */
import type { EvmBlock, EvmReceipt } from '../../../backend/evm/block.js';
import { whenKnown } from '../../../kernel/awaitable.js';
import { equalBytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import type { JsonObject } from '../../../kernel/json.js';
import { ALICE, BLOCK_3_HASH, CALL_HASH, CONTRACT, TRANSFER_HASH } from '../../examples.js';
import { blockAt, blockOfHash, readState, viewOfBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber, stateBlock } from '../params/block.js';
import { nonce, pageNumber, pageSize } from '../params/numbers.js';
import { address, blockHash, transactionHash } from '../params/values.js';
import { quantity } from '../quantity.js';
import { firstHeight, minedTransaction } from '../tracing/otterscan.js';
import { blockView, headerView } from '../views/block.js';
import { pendingHeaderView } from '../views/pool.js';
import { receiptView } from '../views/receipt.js';
import { transactionView } from '../views/transaction.js';

export const ots_getApiLevel = evmMethod({
  name: 'ots_getApiLevel',
  summary: 'Returns the level of these methods, which Otterscan requires to be 8 or more.',
  params: [],
  result: 'number',
  handler: () => 8,
  example: { params: [], result: 8 },
});

/** Otterscan requests it of every node, and before any other method. */
export const erigon_getHeaderByNumber = evmMethod({
  name: 'erigon_getHeaderByNumber',
  namespace: 'ots',
  summary: 'Returns a header by its number or a tag, which Otterscan requests first.',
  params: [blockNumber],
  result: 'header or null',
  handler: ({ evm }, number) => viewOfBlock(evm, number, headerView, pendingHeaderView),
  example: { params: [3], result: { number: '0x3', hash: BLOCK_3_HASH } },
});

export const ots_hasCode = evmMethod({
  name: 'ots_hasCode',
  summary: 'Returns whether an account has code.',
  params: [address, stateBlock],
  result: 'boolean',
  handler: ({ evm }, account, block) =>
    readState(evm, block, (state) => whenKnown(state.code(account), (code) => code.length > 0)),
  example: { params: [CONTRACT, 'latest'], result: true },
});

export const ots_getTransactionError = evmMethod({
  name: 'ots_getTransactionError',
  summary: 'Returns the data that a transaction reverted with; empty when it did not revert.',
  params: [transactionHash],
  result: 'data',
  handler: ({ evm }, hash) => {
    const { returnData, vmError } = minedTransaction(evm, hash);
    return vmError === 'execution reverted' ? to0x(returnData) : '0x';
  },
  example: { params: [TRANSFER_HASH], result: '0x' },
});

/** Writes the members that Otterscan shows; there is no issuance, because blocks have no reward. */
const detailsView = (block: EvmBlock): JsonObject => {
  const { transactions: _, ...members } = blockView(block, false);
  const fees = block.receipts.reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n);
  return {
    block: { ...members, logsBloom: null, transactionCount: block.transactions.length },
    issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
    totalFees: quantity(fees),
  };
};

const DETAILS = { block: { number: '0x3', hash: BLOCK_3_HASH, transactionCount: 2 }, issuance: { issuance: '0x0' } };

export const ots_getBlockDetails = evmMethod({
  name: 'ots_getBlockDetails',
  summary: 'Returns a block without its transactions, their number, and the fees that they paid.',
  params: [blockNumber],
  result: 'object: `block`, `issuance`, `totalFees`; null for an unknown block',
  handler: ({ evm }, number) => {
    const block = blockAt(evm, number);
    return block === undefined ? null : detailsView(block);
  },
  example: { params: [3], result: DETAILS },
});

export const ots_getBlockDetailsByHash = evmMethod({
  name: 'ots_getBlockDetailsByHash',
  summary: 'Returns what `ots_getBlockDetails` does, by the hash of the block.',
  params: [blockHash],
  result: 'object: `block`, `issuance`, `totalFees`; null for an unknown block',
  handler: ({ evm }, hash) => {
    const block = blockOfHash(evm, hash);
    return block === undefined ? null : detailsView(block);
  },
  example: { params: [BLOCK_3_HASH], result: DETAILS },
});

/** Characters of an input that a list shows: `0x` and the selector. */
const SELECTOR_LENGTH = 10;

const listedTransaction = ({ transaction }: EvmReceipt): JsonObject => {
  const view = transactionView(transaction);
  return { ...view, input: String(view['input']).slice(0, SELECTOR_LENGTH) };
};

export const ots_getBlockTransactions = evmMethod({
  name: 'ots_getBlockTransactions',
  summary: 'Returns transactions of a block and their receipts, by page; page 0 has the last ones.',
  params: [blockNumber, pageNumber, pageSize],
  result: 'object: `fullblock`, `receipts`; null for an unknown block',
  handler: ({ evm }, number, page, size) => {
    const block = blockAt(evm, number);
    if (block === undefined) return null;
    const end = Math.max(block.transactions.length - page * size, 0);
    const shown = block.receipts.slice(Math.max(end - size, 0), end);
    return {
      fullblock: {
        ...blockView(block, false),
        transactions: shown.map(listedTransaction),
        ...{ logsBloom: null, transactionCount: block.transactions.length },
      },
      receipts: shown.map((receipt) => ({ ...receiptView(receipt), logs: null, logsBloom: null })),
    };
  },
  example: {
    params: [3, 1, 1],
    result: { fullblock: { transactions: [{ hash: CALL_HASH }] }, receipts: [{ transactionHash: CALL_HASH }] },
  },
});

export const ots_getTransactionBySenderAndNonce = evmMethod({
  name: 'ots_getTransactionBySenderAndNonce',
  summary: 'Returns the hash of the mined transaction with this nonce of an account.',
  params: [address, nonce],
  result: 'transaction hash or null',
  handler: async ({ evm }, sender, wanted) => {
    const height = await firstHeight(evm, async (at) => (await evm.nonce(sender, at)) > wanted);
    const { transactions } = (height === undefined ? undefined : evm.block(height)) ?? { transactions: [] };
    const found = transactions.find(({ from, nonce: own }) => own === wanted && equalBytes(from, sender));
    return found === undefined ? null : to0x(found.hash);
  },
  example: { params: [ALICE, 1], result: TRANSFER_HASH },
});
