/** Reads the key of a validator as CometBFT writes it (`priv_validator_key.json`). */
import { tryFromBase64 } from '../../codec/base64.js';
import { addressOf } from '../../consensus/types/validator.js';
import { ed25519PublicKey } from '../../crypto/ed25519.js';
import { equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { isRecord } from '../../settings/reader.js';
import type { ValidatorKey } from '../../simulation/index.js';

const PRIVATE_KEY = 'tendermint/PrivKeyEd25519';
/** A private key is the seed and the public key. */
const SEED_BYTES = 32;
const KEY_BYTES = 64;

/** Returns the keys of the nodes. Throws HalleyError `invalid-config` for what is no key, and for one that is there twice. */
export function readKeys(documents: readonly unknown[]): readonly ValidatorKey[] {
  const keys = documents.map(readKey);
  const twice = keys.findIndex(({ address }, at) => keys.slice(0, at).some((key) => equalBytes(key.address, address)));
  if (twice >= 0) throw bad(twice, 'has the key of another validator', 'a separate key for each');
  return keys;
}

function readKey(document: unknown, index: number): ValidatorKey {
  const { priv_key: key } = isRecord(document) ? document : {};
  const { type, value } = isRecord(key) ? key : {};
  if (type !== PRIVATE_KEY) throw bad(index, `has a priv_key of type ${JSON.stringify(type)}`, `"${PRIVATE_KEY}"`);
  const bytes = typeof value === 'string' ? tryFromBase64(value) : undefined;
  if (bytes?.length !== KEY_BYTES) throw bad(index, 'has a priv_key without value', `${KEY_BYTES} bytes in base64`);
  const seed = bytes.slice(0, SEED_BYTES);
  const pubKey = { type: 'ed25519' as const, bytes: ed25519PublicKey(seed) };
  if (!equalBytes(pubKey.bytes, bytes.slice(SEED_BYTES)))
    throw bad(index, 'has a priv_key whose halves do not belong together', 'a seed and its public key');
  return { name: `validator-${index}`, seed, pubKey, address: addressOf(pubKey) };
}

/** The text has nothing of the key. */
const bad = (index: number, problem: string, expected: string): HalleyError =>
  new HalleyError(
    'invalid-config',
    `key ${index} ${problem}: expected ${expected}, as in CometBFT's priv_validator_key.json`,
    { index },
  );
