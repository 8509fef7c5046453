/** Compares validators' keys of every type with those of CometBFT 0.40.0 (test/vectors/validator_keys.json). */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, KEY_TYPE_NAMES, KEY_TYPES, keyProblem } from '../../src/abci/pub_key.js';
import { encodePubKey } from '../../src/abci/wire/validator_update.js';
import { maxDataBytes } from '../../src/consensus/types/limits.js';
import { DEFAULT_PARAMS } from '../../src/consensus/types/params.js';
import { newValidatorSet, validatorsHash } from '../../src/consensus/types/validator_set.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import {
  consensusCrypto,
  loadKeyTypes,
  validatorPrivateKey,
  validatorPublicKey,
} from '../../src/crypto/validator_keys.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import { pubKey as shownKey, validatorUpdate } from '../../src/rpc/comet/dialects/shared/votes.js';
import { keyFile } from '../../src/rpc/evm/validator_key.js';
import vectors from '../vectors/validator_keys.json' with { type: 'json' };

const KEYS = vectors.keys.map((vector) => ({
  ...vector,
  type: KEY_TYPE_NAMES.find((name) => name === vector.type) ?? 'ed25519',
}));

/** Writes bytes in hex, or the SHA-256 of long ones, as the vectors do. */
const cut = (bytes: Uint8Array): string =>
  bytes.length > 100 ? `sha256:${createHash('sha256').update(bytes).digest('hex')}` : toHex(bytes);
const cutJson = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text.length > 300 ? `sha256:${createHash('sha256').update(text).digest('hex')}` : value;
};

beforeAll(() => Promise.all([installFastCrypto(), loadKeyTypes(KEY_TYPE_NAMES)]));

describe.each(KEYS)('a key of $type', (vector) => {
  const { type } = vector;
  const seed = fromHex(vector.seed);
  const key = () => validatorPublicKey(type, seed);

  it('has the public key, the address and the encodings of the engine', () => {
    expect(cut(key().bytes)).toBe(vector.publicKey);
    expect(key().bytes).toHaveLength(KEY_TYPES[type].bytes);
    expect(toHex(addressOf(key()))).toBe(vector.address);
    expect(cut(encodePubKey(key()))).toBe(vector.protobuf);
    expect(cutJson(shownKey(key()))).toEqual(vector.json);
    const shown = { address: addressOf(key()), pubKey: key(), privateKey: validatorPrivateKey(key(), seed) };
    expect(cutJson(keyFile(shown).priv_key)).toEqual(vector.privateJson);
    const { pub_key } = validatorUpdate({ pubKey: key(), power: 1n }) as { readonly pub_key: unknown };
    expect(cutJson({ type: 'tendermint.crypto.PublicKey', value: pub_key })).toEqual(vector.sumJson);
  });

  it('makes the signature of the engine, and verifies it alone', () => {
    const message = fromHex(vector.signBytes);
    const signature = consensusCrypto.sign(seed, message, type);
    expect(signature).toHaveLength(vector.signatureBytes);
    expect(cut(signature)).toBe(vector.signature);
    expect(consensusCrypto.verify(key(), message, signature)).toBe(true);
    expect(consensusCrypto.verify(key(), message.slice(1), signature)).toBe(false);
    expect(consensusCrypto.verify(key(), message, signature.slice(1))).toBe(false);
    for (const at of [3, signature.length - 1]) {
      const changed = signature.map((byte, index) => (index === at ? byte ^ 1 : byte));
      expect(consensusCrypto.verify(key(), message, changed)).toBe(false);
    }
  });
});

it('orders and hashes a set of mixed keys as the engine does', () => {
  const set = newValidatorSet(
    KEYS.map(({ type, seed }, index) => ({
      pubKey: validatorPublicKey(type, fromHex(seed)),
      power: BigInt(10 + index),
    })),
  );
  expect(set.validators.map(({ address }) => toHex(address))).toEqual(vectors.order);
  expect(toHex(validatorsHash(set))).toBe(vectors.validatorsHash);
});

it('leaves in a block the space that the engine leaves', () => {
  const params = {
    block: { maxBytes: 60_000_000n, maxGas: -1n },
    validator: { pubKeyTypes: ['ed25519', 'ml_dsa_65'] },
  };
  for (const { validators, evidenceBytes, data } of vectors.maxDataBytes)
    expect(maxDataBytes(params, evidenceBytes, validators)).toBe(BigInt(data));
  expect(maxDataBytes({ ...params, validator: DEFAULT_PARAMS.validator }, 777, 4)).toBe(59_998_048n);
});

it('refuses a secp256k1eth key that is no point', () => {
  expect(keyProblem({ type: 'secp256k1eth', bytes: new Uint8Array(33).fill(2) })).toBeUndefined();
  expect(keyProblem({ type: 'secp256k1eth', bytes: new Uint8Array(33).fill(4) })).toContain('is not a point');
  expect(keyProblem({ type: 'ml_dsa_65', bytes: new Uint8Array(33) })).toBe(
    'ml_dsa_65 key has 33 bytes, expected 1952',
  );
});
