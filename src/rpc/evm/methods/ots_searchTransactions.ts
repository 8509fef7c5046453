/**
 * Implements the methods of Otterscan that search by address. No index of addresses exists: blocks are searched one
 * after another, and those whose transactions may have called the address run again.
 */
import type { EvmBlock, EvmReceipt } from '../../../backend/evm/block.js';
import { equalBytes } from '../../../kernel/bytes.js';
import { runInSlices } from '../../../kernel/fair_scheduler.js';
import { to0x } from '../../../kernel/hex.js';
import type { JsonObject } from '../../../kernel/json.js';
import { ALICE, BOB, CONTRACT, TRANSFER_HASH } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { type EvmContext, evmMethod } from '../context.js';
import { blockBound, pageSize } from '../params/numbers.js';
import { address } from '../params/values.js';
import { firstHeight, framesOf, lowestOwn } from '../tracing/otterscan.js';
import { receiptView } from '../views/receipt.js';
import { transactionView } from '../views/transaction.js';

/** Largest page, as in Erigon. */
const MAX_PAGE = 25;
/** Gas of a transfer, which calls no code. */
const TRANSFER_GAS = 21_000n;

/** Returns whether the receipt alone shows that the transaction touched the account. */
function isTouched({ transaction, contractAddress }: EvmReceipt, account: Uint8Array): boolean {
  const { from, to } = transaction;
  return [from, to, contractAddress].some((one) => one !== undefined && equalBytes(one, account));
}

/** Returns the transactions of a block that touched an account, in order. The block runs again. */
async function touching(
  context: EvmContext,
  { receipts, number }: EvmBlock,
  account: Uint8Array,
): Promise<readonly EvmReceipt[]> {
  const name = to0x(account);
  const keeps = (from: string, to: string | undefined): boolean => from === name || to === name;
  const frames = await framesOf(context, (options) => context.evm.traceBlock(number, options), keeps);
  const hashes = new Set(frames.map(({ transactionHash }) => transactionHash));
  return receipts.filter((receipt) => hashes.has(to0x(receipt.transaction.hash)) || isTouched(receipt, account));
}

interface Found {
  /** Receipts in the order of the search; all of a block are taken. */
  readonly receipts: readonly EvmReceipt[];
  /** Whether no block is left in this direction. */
  readonly isEnd: boolean;
}

/** Searches from a height, up or down, until a page is full. Throws RpcError for a page that is too large. */
async function search(
  context: EvmContext,
  account: Uint8Array,
  from: bigint,
  step: 1n | -1n,
  size: number,
): Promise<Found> {
  const { evm, limits, scheduler, peer } = context;
  if (size > MAX_PAGE) throw refusal(`max allowed page size: ${MAX_PAGE}`);
  const receipts: EvmReceipt[] = [];
  const [lowest, head] = [lowestOwn(evm), evm.head()];
  let height = from < lowest && step === 1n ? lowest : from > head && step === -1n ? head : from;
  const first = height;
  const isInside = (): boolean => height >= lowest && height <= head;
  const take = (found: readonly EvmReceipt[]): unknown => receipts.push(...(step === 1n ? found : found.toReversed()));
  /** Takes what receipts alone tell, and returns the next block that must run again; undefined at the end of the page. */
  function* untilUncertain(): Generator<void, EvmBlock | undefined> {
    for (; isInside() && receipts.length < size; height += step) {
      if ((height - first) * step > BigInt(limits.logBlockRange))
        throw refusal(
          `no full page within ${limits.logBlockRange} blocks of block ${first}; request one from block ${height}`,
        );
      const block = (evm.fees(height)?.tips.length ?? 0) === 0 ? undefined : evm.block(height);
      if (block !== undefined && !block.receipts.every((one) => isTouched(one, account) || one.gasUsed <= TRANSFER_GAS))
        return block;
      take(block?.receipts.filter((one) => isTouched(one, account)) ?? []);
      yield;
    }
    return undefined;
  }
  for (;;) {
    const block = await runInSlices(scheduler, peer, untilUncertain());
    if (block === undefined) return { receipts, isEnd: !isInside() };
    take(await touching(context, block, account));
    height += step;
  }
}

/** Writes a page, newest transactions first. */
const pageView = (receipts: readonly EvmReceipt[], firstPage: boolean, lastPage: boolean): JsonObject => ({
  txs: receipts.map(({ transaction }) => transactionView(transaction)),
  receipts: receipts.map((receipt) => ({ ...receiptView(receipt), timestamp: Number(receipt.inclusion.timestamp) })),
  firstPage,
  lastPage,
});

const RESULT = 'object: `txs`, `receipts`, `firstPage`, `lastPage`, newest first';

export const ots_searchTransactionsBefore = evmMethod({
  name: 'ots_searchTransactionsBefore',
  summary: 'Finds transactions that touched an account in blocks before a block; 0 begins at the newest.',
  params: [address, blockBound, pageSize],
  result: RESULT,
  handler: async (context, account, block, size) => {
    const from = block === 0n ? context.evm.head() : block - 1n;
    const { receipts, isEnd } = await search(context, account, from, -1n, size);
    return pageView(receipts, block === 0n, isEnd);
  },
  example: {
    params: [BOB, 3, 5],
    result: { txs: [{ hash: TRANSFER_HASH }], firstPage: false, lastPage: true },
  },
});

export const ots_searchTransactionsAfter = evmMethod({
  name: 'ots_searchTransactionsAfter',
  summary: 'Finds transactions that touched an account in blocks after a block; 0 begins at the oldest.',
  params: [address, blockBound, pageSize],
  result: RESULT,
  handler: async (context, account, block, size) => {
    const from = block === 0n ? lowestOwn(context.evm) : block + 1n;
    const { receipts, isEnd } = await search(context, account, from, 1n, size);
    return pageView(receipts.toReversed(), isEnd, block === 0n);
  },
  example: {
    params: [BOB, 1, 1],
    result: { txs: [{ hash: TRANSFER_HASH }], firstPage: false, lastPage: false },
  },
});

export const ots_getContractCreator = evmMethod({
  name: 'ots_getContractCreator',
  summary: 'Returns the transaction that created a contract, and the account that did.',
  params: [address],
  result: 'object: `hash`, `creator`; null for an account without code, or whose code no transaction created',
  handler: async (context, account) => {
    const { evm } = context;
    const height = await firstHeight(evm, async (at) => (await evm.code(account, at)).length > 0);
    if (height === undefined) return null;
    const name = to0x(account);
    const frames = await framesOf(
      context,
      (options) => evm.traceBlock(height, options),
      (_, to) => to === name,
    );
    const creation = frames.findLast(({ type, result }) => type === 'create' && result?.address === name);
    if (creation === undefined) return null;
    return { hash: creation.transactionHash, creator: creation.action['from'] ?? null };
  },
  example: { params: [CONTRACT], result: { creator: ALICE } },
});
