/**
 * The latest state of a kept chain, as a genesis document: a chain that is started with it goes on at the next height with
 * the same balances, code, storage and validators (SDK `export`). Of several chains the document holds the whole network.
 */
import { installFastCrypto } from '../../crypto/install.js';
import type { Store } from '../../storage/port.js';
import { chainFolder, lostChain, readHomeChains } from '../chains/home_chains.js';
import { text } from '../schema/reader.js';
import { noChain, withKeptStore } from './kept_store.js';
import { networkJson } from './network_json.js';
import { otherChains } from './other_chains.js';
import { documentOf, openStoredChain, type StoredChain } from './stored_chain.js';

/**
 * The document, to be written as JSON: the same state gives the same text. Rejects with HalleyError `not-found` when
 * `home` keeps no chain, `unavailable` when a process uses it, another version made it or its channels were never all
 * opened, `corrupt-store`.
 */
export async function exportHome(home: string): Promise<Readonly<Record<string, unknown>>> {
  text(home, 'home');
  await installFastCrypto();
  const document = await withKeptStore(home, async (store) => {
    const own = await openStoredChain(store);
    if (own === undefined) return undefined;
    const blocks = Number(own.height - own.base + 1n);
    return withOthers(home, otherChains(home, store, { blocks }), [], (others) => ({
      ...documentOf(own),
      ...(others.length > 0 && { halley: { network: networkJson(own, others, readHomeChains(store) ?? []) } }),
    }));
  });
  if (document === undefined) throw noChain(home);
  return document;
}

/** Opens the other chains of the home, all at once; packets of one are looked for on another. */
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
  return withKeptStore(
    chainFolder(home, id),
    async (store: Store) => {
      const chain = await openStoredChain(store);
      return chain === undefined ? lost() : withOthers(home, rest, [...opened, chain], read);
    },
    lost,
  );
}
