/**
 * Makes a network from a genesis document: its consensus part, its validators, and the keys that sign for them. The
 * validators are simulated ones, unless the document names them.
 */
import { type GenesisDoc, type GenesisValidator, parseGenesis } from '../../consensus/types/genesis.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex, toUpperHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import { DEFAULT_VALIDATORS, MAX_INITIAL_HEIGHT, MAX_VALIDATORS } from '../../settings/bounds.js';
import type { ValidatorKey } from '../../simulation/index.js';
import { validatorKeys } from './validator_keys.js';

export interface ChainGenesis {
  readonly genesis: GenesisDoc;
  readonly keys: readonly ValidatorKey[];
}

/** Voting power of each simulated validator. */
export const VALIDATOR_POWER = 10n;

export interface NetworkOptions {
  /** Document as parsed JSON. */
  readonly document: unknown;
  readonly seed: string;
  /** Number of simulated validators; `undefined` means the validators of the document, or four when it names none. */
  readonly validators: number | undefined;
  /** Time for a document that names none. */
  readonly genesisTime: UnixNanos;
  /** Arranges the keys of simulated validators. Without it their order is that of the seed. */
  readonly arrangeKeys?: (keys: readonly ValidatorKey[]) => readonly ValidatorKey[];
}

export function networkOf({ document, seed, validators, genesisTime, arrangeKeys }: NetworkOptions): ChainGenesis {
  const doc = parseGenesis(document, genesisTime);
  if (doc.initialHeight > MAX_INITIAL_HEIGHT)
    throw new HalleyError(
      'invalid-genesis',
      `genesis: initial_height is ${doc.initialHeight}, expected at most ${MAX_INITIAL_HEIGHT}`,
    );
  const named = doc.validators.length;
  if (validators === undefined && named > 0) return { genesis: doc, keys: keysOfNamed(doc, seed) };
  const derived = validatorKeys(seed, validators ?? DEFAULT_VALIDATORS);
  const keys = arrangeKeys === undefined ? derived : arrangeKeys(derived);
  const appointed = keys.map(({ pubKey, name }) => ({ pubKey, name, power: VALIDATOR_POWER }));
  return { genesis: { ...doc, validators: appointed }, keys };
}

/**
 * Returns the seed's keys up to the last one that the document names. Validators between them may have left the set.
 */
function keysOfNamed(doc: GenesisDoc, seed: string): readonly ValidatorKey[] {
  const few = validatorKeys(seed, doc.validators.length);
  const all = strangerIn(doc, few) === undefined ? few : validatorKeys(seed, MAX_VALIDATORS);
  const stranger = strangerIn(doc, all);
  if (stranger !== undefined) {
    const { pubKey, name } = stranger;
    throw new HalleyError(
      'invalid-genesis',
      `genesis: this node has no key for validator "${name}" (${toUpperHex(pubKey.bytes)}): it is not derived from seed ` +
        `"${seed}"; give the seed that made the document, or --validators N for other validators`,
    );
  }
  const named = new Set(doc.validators.map(({ pubKey }) => toHex(pubKey.bytes)));
  return all.slice(0, all.findLastIndex(({ pubKey }) => named.has(toHex(pubKey.bytes))) + 1);
}

function strangerIn({ validators }: GenesisDoc, keys: readonly ValidatorKey[]): GenesisValidator | undefined {
  const held = new Set(keys.map(({ pubKey }) => toHex(pubKey.bytes)));
  return validators.find(({ pubKey }) => !held.has(toHex(pubKey.bytes)));
}
