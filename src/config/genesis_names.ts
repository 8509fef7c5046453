/** Finds the genesis documents of the package by name: `ibc` is `genesis/ibc.json`. */
import { HalleyError } from '../kernel/errors.js';
import { didYouMean } from '../settings/did_you_mean.js';

/** Loads each document only when it is requested. */
const DOCUMENTS = {
  dev: () => import('../../genesis/dev.json', { with: { type: 'json' } }),
  ethermint: () => import('../../genesis/ethermint.json', { with: { type: 'json' } }),
  ibc: () => import('../../genesis/ibc.json', { with: { type: 'json' } }),
  teaching: () => import('../../genesis/teaching.json', { with: { type: 'json' } }),
};

/**
 * Name of a document: `dev` is a development chain, `ethermint` has Ethermint's fees, `ibc` is five chains, `teaching`
 * is two.
 */
export type GenesisName = keyof typeof DOCUMENTS;

export const GENESIS_NAMES = Object.keys(DOCUMENTS) as readonly GenesisName[];

export const isGenesisName = (text: string): text is GenesisName => Object.hasOwn(DOCUMENTS, text);

/** Returns the document as parsed JSON. Throws HalleyError `invalid-genesis` for an unknown name. */
export async function genesisNamed(name: string): Promise<unknown> {
  if (isGenesisName(name)) return structuredClone((await DOCUMENTS[name]()).default);
  throw new HalleyError(
    'invalid-genesis',
    `genesis is "${name}": expected ${GENESIS_NAMES.join(', ')}, or the path of a genesis document` +
      didYouMean(name, GENESIS_NAMES),
    { name },
  );
}
