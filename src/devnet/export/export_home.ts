/**
 * Exports the latest state of a home folder as a genesis document (SDK `export`). A chain that starts with it continues
 * at the next height with the same balances, code, storage and validators. The document of several chains contains them
 * all.
 */
import { createApplication } from '../../app/application.js';
import {
  type HistoryBlock,
  type HistoryDocument,
  type HistoryTransaction,
  withHistory,
} from '../../config/genesis_forms/history/history_document.js';
import { newHistory } from '../../config/genesis_forms/history/history_of.js';
import { installFastCrypto } from '../../crypto/install.js';
import { boolean, type Members, optionsOf, text } from '../../settings/reader.js';
import type { Store } from '../../storage/store.js';
import { evmBlocksOf } from '../chain/evm_blocks.js';
import { otherChains } from '../chains/other_chains.js';
import { StoredHistory } from '../history/stored_history.js';
import { chainFolder, lostChain, readHomeChains } from '../home/home_chains.js';
import { noChain, withHomeStore } from '../home/home_store.js';
import { blockJson, minedTransactionsJson } from '../state_files/block_json.js';
import { networkJson } from './network_json.js';
import { documentOf, openStoredChain, type StoredChain } from './stored_chain.js';

export interface ExportOptions {
  /**
   * Adds the blocks of the devnet's own chain with their transactions and receipts. A chain that starts with the document
   * answers about them under their hashes. The default is false.
   */
  readonly history?: boolean;
}

const OPTIONS = { history: boolean } satisfies Members<ExportOptions>;
const readExportOptions = optionsOf<ExportOptions>('exportHome', OPTIONS);

type Json = Readonly<Record<string, unknown>>;

/**
 * Adds the blocks of a chain to its exported document, with their transactions and receipts, and the earlier blocks
 * with which the chain began. A chain that starts with the document answers about them under their hashes. `store` is
 * the store of `chain`.
 */
async function withEarlierBlocks(document: Json, chain: StoredChain, store: Store): Promise<Json> {
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

/**
 * Returns the genesis document of a home folder, to be written as JSON: the same state gives the same text. Rejects
 * with HalleyError `not-found` when there is no chain, or `corrupt-store` when the folder is damaged. Rejects with
 * `unavailable` when a process uses the folder, when its store has another version, or when channels of its plan were
 * never opened.
 */
export async function exportHome(home: string, given: ExportOptions = {}): Promise<Readonly<Record<string, unknown>>> {
  text(home, 'home');
  const { history = false } = readExportOptions(given);
  await installFastCrypto();
  const document = await withHomeStore(home, async (store) => {
    const own = await openStoredChain(store);
    if (own === undefined) return undefined;
    const blocks = Number(own.height - own.base + 1n);
    const document = await withOthers(home, otherChains(home, store, { blocks }), [], (others) => ({
      ...documentOf(own),
      ...(others.length > 0 && { halley: { network: networkJson(own, others, readHomeChains(store) ?? []) } }),
    }));
    return history ? withEarlierBlocks(document, own, store) : document;
  });
  if (document === undefined) throw noChain(home);
  return document;
}

/** Opens the other chains of the home folder together, because packets of one are looked up on another. */
async function withOthers<T>(
  home: string,
  [next, ...rest]: ReturnType<typeof otherChains>,
  opened: readonly StoredChain[],
  read: (others: readonly StoredChain[]) => T,
): Promise<T> {
  if (next === undefined) return read(opened);
  const { id, isExpected } = next;
  const lost = (): Promise<T> => {
    if (isExpected) throw lostChain(home, id);
    return withOthers(home, rest, opened, read);
  };
  return withHomeStore(
    chainFolder(home, id),
    async (store: Store) => {
      const chain = await openStoredChain(store);
      return chain === undefined ? lost() : withOthers(home, rest, [...opened, chain], read);
    },
    lost,
  );
}
