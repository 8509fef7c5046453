/**
 * Adds the blocks of a chain to its exported document, with their transactions and receipts, and the earlier blocks with
 * which the chain began. A chain that starts with the document answers about them under their hashes.
 */
import { createApplication } from '../../app/application.js';
import {
  type HistoryBlock,
  type HistoryDocument,
  type HistoryTransaction,
  withHistory,
} from '../../config/genesis_forms/history/history_document.js';
import { newHistory } from '../../config/genesis_forms/history/history_of.js';
import type { Store } from '../../storage/store.js';
import { evmBlocksOf } from '../chain/evm_blocks.js';
import { StoredHistory } from '../history/stored_history.js';
import { blockJson, minedTransactionsJson } from '../state_files/block_json.js';
import type { StoredChain } from './stored_chain.js';

type Json = Readonly<Record<string, unknown>>;

/** Returns the document with the blocks of `chain`, whose store it is. */
export async function withEarlierBlocks(document: Json, chain: StoredChain, store: Store): Promise<Json> {
  const earlier = StoredHistory.open(store);
  const own = await ownBlocks(chain, earlier === undefined ? chain.base - 1n : chain.base);
  const before = earlier === undefined ? { blocks: [], transactions: [], states: [] } : wholeHistory(earlier);
  const { history, genesis } = newHistory({
    blocks: [...before.blocks, ...own.blocks],
    transactions: [...before.transactions, ...own.transactions],
    states: before.states,
  });
  return withHistory(document, history, genesis);
}

async function ownBlocks(
  { storedGenesis: { seed }, state, blockStore, height }: StoredChain,
  first: bigint,
): Promise<Pick<HistoryDocument, 'blocks' | 'transactions'>> {
  const app = await createApplication({ state, seed });
  const chain = evmBlocksOf({ app, blockStore, state });
  const blocks: HistoryBlock[] = [];
  const transactions: HistoryTransaction[] = [];
  for (let number = first; number <= height; number++) {
    const block = chain.block(number);
    if (block === undefined) continue;
    const { hash, parentHash } = block;
    blocks.push(JSON.parse(blockJson({ block, hash, parentHash })) as HistoryBlock);
    for (const receipt of block.receipts) {
      const mined = `[${minedTransactionsJson(receipt, { block, hash, parentHash })}]`;
      transactions.push(...(JSON.parse(mined) as HistoryTransaction[]));
    }
  }
  return { blocks, transactions };
}

function wholeHistory(history: StoredHistory): HistoryDocument {
  const { first, last, states } = history.facts;
  const blocks: HistoryBlock[] = [];
  const transactions: HistoryTransaction[] = [];
  for (let at = first; at <= last; at++) {
    const found = history.block(at);
    if (found === undefined) continue;
    const { number: _, mined, ...block } = found;
    blocks.push(block);
    transactions.push(...mined);
  }
  return { blocks, transactions, states: states.map((number) => history.state(number)) };
}
