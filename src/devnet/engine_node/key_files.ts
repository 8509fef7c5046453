/** Reads the key of a validator as CometBFT writes it (`priv_validator_key.json`). */
import type { PubKey } from '../../abci/application.js';
import { KEY_TYPE_NAMES, KEY_TYPES } from '../../abci/pub_key.js';
import { toBase64, tryFromBase64 } from '../../codec/base64.js';
import { addressOf } from '../../consensus/types/validator.js';
import { loadKeyTypes, PRIVATE_KEY_BYTES, validatorPublicKey } from '../../crypto/validator_keys.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { isRecord } from '../../settings/reader.js';
import type { ValidatorKey } from '../../simulation/index.js';

/** ed25519: bytes of the seed, before those of the public key. */
const SEED_BYTES = 32;

/** Returns the keys of the nodes. Throws HalleyError `invalid-config` for what is no key, and for one that is there twice. */
export async function readKeys(documents: readonly unknown[]): Promise<readonly ValidatorKey[]> {
  const given = documents.map(readPrivateKey);
  await loadKeyTypes(given.map(({ type }) => type));
  const keys = given.map(keyOf);
  const twice = keys.findIndex(({ address }, at) => keys.slice(0, at).some((key) => equalBytes(key.address, address)));
  if (twice >= 0) throw bad(twice, 'has the key of another validator', 'a separate key for each');
  return keys;
}

interface PrivateKey {
  readonly type: PubKey['type'];
  readonly bytes: Bytes;
  /** Public key beside it, which the file may lack. */
  readonly publicKey: unknown;
}

function readPrivateKey(document: unknown, index: number): PrivateKey {
  const { priv_key: key, pub_key: publicKey } = isRecord(document) ? document : {};
  const { type: name, value } = isRecord(key) ? key : {};
  const type = KEY_TYPE_NAMES.find((known) => KEY_TYPES[known].privateName === name);
  if (type === undefined) {
    const names = KEY_TYPE_NAMES.map((known) => `"${KEY_TYPES[known].privateName}"`).join(', ');
    throw bad(index, `has a priv_key of type ${JSON.stringify(name)}`, `one of ${names}`);
  }
  const bytes = typeof value === 'string' ? tryFromBase64(value) : undefined;
  const length = PRIVATE_KEY_BYTES[type];
  if (bytes?.length !== length)
    throw bad(index, `has a priv_key of type ${type} without value`, `${length} bytes in base64`);
  return { type, bytes, publicKey: isRecord(publicKey) ? publicKey['value'] : undefined };
}

function keyOf({ type, bytes, publicKey }: PrivateKey, index: number): ValidatorKey {
  const seed = type === 'ed25519' ? bytes.slice(0, SEED_BYTES) : bytes;
  let pubKey: PubKey;
  try {
    pubKey = validatorPublicKey(type, seed);
  } catch {
    throw bad(index, `has a priv_key that is no key of type ${type}`, 'a private key');
  }
  if (type === 'ed25519' && !equalBytes(pubKey.bytes, bytes.slice(SEED_BYTES)))
    throw bad(index, 'has a priv_key whose halves do not belong together', 'a seed and its public key');
  if (publicKey !== undefined && publicKey !== toBase64(pubKey.bytes))
    throw bad(index, 'has a pub_key that does not belong to its priv_key', `"${toBase64(pubKey.bytes)}"`);
  return { name: `validator-${index}`, seed, pubKey, address: addressOf(pubKey) };
}

/** The text has nothing of the key. */
const bad = (index: number, problem: string, expected: string): HalleyError =>
  new HalleyError(
    'invalid-config',
    `key ${index} ${problem}: expected ${expected}, as in CometBFT's priv_validator_key.json`,
    { index },
  );
