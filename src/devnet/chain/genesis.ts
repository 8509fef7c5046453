/**
 * Makes a network from a genesis document: its consensus part, its validators, and the keys that sign for them. The
 * validators are simulated ones, unless the document names them.
 */
import { type GenesisDoc, type GenesisValidator, parseGenesis } from '../../consensus/types/genesis.js';
import { withKeyTypes } from '../../consensus/types/params.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex, toUpperHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import { DEFAULT_VALIDATORS, MAX_INITIAL_HEIGHT, MAX_VALIDATORS } from '../../settings/bounds.js';
import type { ValidatorKey } from '../../simulation/index.js';
import { type KeyTypes, validatorKey, validatorKeys } from './validator_keys.js';

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
  /** Types of the simulated validators' keys. Default: ed25519. */
  readonly keyTypes?: KeyTypes | undefined;
  /** Time for a document that names none. */
  readonly genesisTime: UnixNanos;
  /** Arranges the keys of simulated validators. Without it their order is that of the seed. */
  readonly arrangeKeys?: (keys: readonly ValidatorKey[]) => readonly ValidatorKey[];
}

/** Reads the consensus part of a document. Throws HalleyError `invalid-genesis`, also for a height that is too large. */
export function reachableGenesis(document: unknown, genesisTime: UnixNanos): GenesisDoc {
  const doc = parseGenesis(document, genesisTime);
  if (doc.initialHeight <= MAX_INITIAL_HEIGHT) return doc;
  throw new HalleyError(
    'invalid-genesis',
    `genesis: initial_height is ${doc.initialHeight}, expected at most ${MAX_INITIAL_HEIGHT}`,
  );
}

export function networkOf({
  document,
  seed,
  validators,
  keyTypes,
  genesisTime,
  arrangeKeys,
}: NetworkOptions): ChainGenesis {
  const doc = reachableGenesis(document, genesisTime);
  const named = doc.validators.length;
  if (validators === undefined && named > 0) {
    mustHaveKeyTypes(doc, keyTypes);
    return { genesis: doc, keys: keysOfNamed(doc, seed) };
  }
  const derived = validatorKeys(seed, validators ?? DEFAULT_VALIDATORS, keyTypes);
  const keys = arrangeKeys === undefined ? derived : arrangeKeys(derived);
  const appointed = keys.map(({ pubKey, name }) => ({ pubKey, name, power: VALIDATOR_POWER }));
  return { genesis: { ...doc, consensusParams: withKeyTypes(doc.consensusParams, keys), validators: appointed }, keys };
}

function mustHaveKeyTypes({ validators }: GenesisDoc, types: KeyTypes = []): void {
  for (const [index, { name, pubKey }] of validators.entries()) {
    const wanted = types[index % types.length] ?? pubKey.type;
    if (pubKey.type !== wanted)
      throw new HalleyError(
        'invalid-genesis',
        `genesis: validator "${name}" has a key of type ${pubKey.type}, expected ${wanted}: leave out --validator-keys (validatorKeyTypes), or replace these validators by --validators N`,
        { name, type: pubKey.type, expected: wanted },
      );
  }
}

/** Identifies a key: those of secp256k1 and of secp256k1eth can have the same bytes. */
const idOf = ({ pubKey: { type, bytes } }: Pick<ValidatorKey, 'pubKey'>): string => `${type} ${toHex(bytes)}`;

/**
 * Returns the seed's keys up to the last one that the document names. Validators between them may have left the set.
 */
function keysOfNamed(doc: GenesisDoc, seed: string): readonly ValidatorKey[] {
  const few = keysNamedBy(doc, seed, doc.validators.length);
  const all = strangerIn(doc, few) === undefined ? few : keysNamedBy(doc, seed, MAX_VALIDATORS);
  const stranger = strangerIn(doc, all);
  if (stranger !== undefined) {
    const { pubKey, name } = stranger;
    throw new HalleyError(
      'invalid-genesis',
      `genesis: this node has no key for validator "${name}" (${toUpperHex(pubKey.bytes)}): it is not derived from seed ` +
        `"${seed}"; give the seed that made the document, or --validators N for other validators`,
    );
  }
  const named = new Set(doc.validators.map(idOf));
  return all.slice(0, all.findLastIndex((key) => named.has(idOf(key))) + 1);
}

/** Returns the first keys of the seed, each of the type with which the document names it. */
function keysNamedBy({ validators }: GenesisDoc, seed: string, count: number): readonly ValidatorKey[] {
  const types = [...new Set(validators.map(({ pubKey }) => pubKey.type))];
  const named = new Set(validators.map(idOf));
  return Array.from({ length: count }, (_, index) => {
    const keys = types.map((type) => validatorKey(seed, index, type));
    return keys.find((key) => named.has(idOf(key))) ?? validatorKey(seed, index);
  });
}

function strangerIn({ validators }: GenesisDoc, keys: readonly ValidatorKey[]): GenesisValidator | undefined {
  const held = new Set(keys.map(idOf));
  return validators.find((validator) => !held.has(idOf(validator)));
}
