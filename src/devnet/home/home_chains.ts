/**
 * The chains that a home folder holds besides the devnet's own. The list is a record in the store of the devnet's own
 * chain, so that the loss of another chain's folder is noticed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK_KEY } from '../../chain/block_store/keys.js';
import { equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import type { Store, WriteOp } from '../../storage/store.js';

/** Chain, with the facts that its genesis document does not contain. */
export interface HomeChain {
  readonly id: string;
  /** Short name of the chain in the asset API. */
  readonly name: string;
  readonly prettyName: string;
}

/** Returns the folder of a chain that is not the devnet's own. */
export const chainFolder = (home: string, id: string): string => join(home, 'chains', id);

const encode = (chains: readonly HomeChain[]): Uint8Array =>
  utf8(JSON.stringify(chains.map(({ id, name, prettyName }) => ({ id, name, prettyName }))));

const decode = (value: Uint8Array): readonly HomeChain[] => JSON.parse(fromUtf8(value));

/** Reads the list. Returns undefined when the store has none. Throws HalleyError `corrupt-store`. */
export function readHomeChains(store: Store): readonly HomeChain[] | undefined {
  const value = store.get(NETWORK_KEY);
  return value && decode(value);
}

/** Adds chains to the list in the store, and replaces the entries of those that are in it. */
export async function writeHomeChains(store: Store, chains: readonly HomeChain[]): Promise<void> {
  const before = readHomeChains(store) ?? [];
  const byId = new Map([...before, ...chains].map((chain) => [chain.id, chain]));
  const value = encode([...byId.values()]);
  const old = store.get(NETWORK_KEY);
  if (old !== undefined && equalBytes(old, value)) return;
  const write: WriteOp = { type: 'put', key: NETWORK_KEY, value };
  await store.batch([write]);
}

/** Returns whether the value is one that `writeHomeChains` may have written. */
export function isHomeChainsRecord(value: Uint8Array): boolean {
  try {
    const chains = decode(value);
    return chains.every(({ id }) => typeof id === 'string') && equalBytes(encode(chains), value);
  } catch {
    return false;
  }
}

/** Throws HalleyError `corrupt-store` when a home folder without a chain of its own holds other chains. */
export function mustHoldNoOthers(home: string): void {
  const folder = join(home, 'chains');
  const others = existsSync(folder) ? readdirSync(folder).filter((id) => existsSync(join(folder, id, 'data'))) : [];
  if (others.length === 0) return;
  throw new HalleyError(
    'corrupt-store',
    `the first chain of the home folder "${home}" is lost: "${join(home, 'data')}" holds no chain, and "${folder}" holds ` +
      `${others.map((id) => `"${id}"`).join(', ')}; restore the home folder from a copy, or remove all of it to start anew`,
    { home },
  );
}

/** Returns the error for a listed chain whose folder no longer holds a chain. */
export const lostChain = (home: string, id: string): HalleyError =>
  new HalleyError(
    'corrupt-store',
    `the chain "${id}" of the home folder "${home}" is lost: "${join(chainFolder(home, id), 'data')}" holds no chain; ` +
      'restore the home folder from a copy, or remove all of it to start anew',
    { home, chainId: id },
  );
