/**
 * From a genesis document to a network: the document's consensus part, its validators (the simulated ones, unless it
 * names them already) and the keys that sign for them.
 */

import { type GenesisDoc, type GenesisValidator, parseGenesis } from '../../consensus/types/genesis.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex, toUpperHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import { MAX_VALIDATORS } from '../../settings/bounds.js';
import type { ValidatorKey } from '../../simulation/index.js';
import { validatorKeys } from './validator_keys.js';

export interface Network {
  readonly genesis: GenesisDoc;
  readonly keys: readonly ValidatorKey[];
}

/** Voting power of each validator that the devnet itself appoints. */
const POWER = 10n;

export interface NetworkOptions {
  /** The document as parsed JSON. */
  readonly document: unknown;
  readonly seed: string;
  /** How many validators to appoint; undefined takes the document's, or four where it names none. */
  readonly validators: number | undefined;
  /** Where the document names no time. */
  readonly genesisTime: UnixNanos;
}

const DEFAULT_VALIDATORS = 4;

/** The state counts heights in numbers that are exact up to 2^53, and whoever begins must be able to go on. */
const MAX_INITIAL_HEIGHT = 2n ** 52n;

export function networkOf({ document, seed, validators, genesisTime }: NetworkOptions): Network {
  const doc = parseGenesis(document, genesisTime);
  if (doc.initialHeight > MAX_INITIAL_HEIGHT)
    throw new HalleyError(
      'invalid-genesis',
      `genesis: initial_height is ${doc.initialHeight}, expected at most ${MAX_INITIAL_HEIGHT}`,
    );
  const named = doc.validators.length;
  if (validators === undefined && named > 0) return { genesis: doc, keys: keysOfNamed(doc, seed) };
  const keys = validatorKeys(seed, validators ?? DEFAULT_VALIDATORS);
  const appointed = keys.map(({ pubKey, name }) => ({ pubKey, name, power: POWER }));
  return { genesis: { ...doc, validators: appointed }, keys };
}

/** The seed's keys up to the last one that the document names: some between may have left the set. */
function keysOfNamed(doc: GenesisDoc, seed: string): readonly ValidatorKey[] {
  const few = validatorKeys(seed, doc.validators.length);
  const all = strangerIn(doc, few) === undefined ? few : validatorKeys(seed, MAX_VALIDATORS);
  const stranger = strangerIn(doc, all);
  if (stranger !== undefined) {
    const { pubKey, name } = stranger;
    throw new HalleyError(
      'invalid-genesis',
      `genesis: nobody here can sign for validator "${name}" (${toUpperHex(pubKey.bytes)}): it is none of those of seed ` +
        `"${seed}"; give the seed that made the document, or --validators N to appoint others`,
    );
  }
  const named = new Set(doc.validators.map(({ pubKey }) => toHex(pubKey.bytes)));
  return all.slice(0, all.findLastIndex(({ pubKey }) => named.has(toHex(pubKey.bytes))) + 1);
}

function strangerIn({ validators }: GenesisDoc, keys: readonly ValidatorKey[]): GenesisValidator | undefined {
  const held = new Set(keys.map(({ pubKey }) => toHex(pubKey.bytes)));
  return validators.find(({ pubKey }) => !held.has(toHex(pubKey.bytes)));
}
