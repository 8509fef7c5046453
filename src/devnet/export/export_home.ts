/**
 * Exports the latest state of a home folder as a genesis document (SDK `export`). A chain that starts with it continues
 * at the next height with the same balances, code, storage and validators. The document of several chains contains them
 * all.
 */
import { installFastCrypto } from '../../crypto/install.js';
import { boolean, type Members, optionsOf, text } from '../../settings/reader.js';
import type { Store } from '../../storage/store.js';
import { otherChains } from '../chains/other_chains.js';
import { chainFolder, lostChain, readHomeChains } from '../home/home_chains.js';
import { noChain, withHomeStore } from '../home/home_store.js';
import { withEarlierBlocks } from './earlier_blocks.js';
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
