/**
 * Makes the keys of a network: for each node, the key of its validator and the key of its connections; for the network,
 * the key of the dev authority. They are random, or derived from a seed. Derived keys are those of a devnet with the
 * same seed.
 */
import type { PubKey } from '../../abci/application.js';
import { addressOf } from '../../consensus/types/validator.js';
import { validatorPrivateKey, validatorPublicKey } from '../../crypto/validator_keys.js';
import type { Bytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';

export interface KeyPair {
  /** As CometBFT stores it. */
  readonly privateKey: Bytes;
  readonly pubKey: PubKey;
  /** 20 bytes, which follow from the public key. */
  readonly address: Bytes;
}

export interface NodeKeys {
  /** Signs proposals and votes. */
  readonly validator: KeyPair;
  /** Identifies the node to its peers. */
  readonly node: KeyPair;
}

export interface NetworkKeys {
  readonly nodes: readonly NodeKeys[];
  /** Signs dev transactions. */
  readonly devAuthority: KeyPair;
}

/** Returns the secret of 32 bytes for a label. */
export type SecretOf = (label: string) => Bytes;

const SECRET_BYTES = 32;

/** Makes secrets with a random source, which returns the given number of random bytes. */
export const randomSecrets =
  (random: (length: number) => Bytes): SecretOf =>
  () =>
    random(SECRET_BYTES);

/** Derives secrets from a seed. Anyone who knows the seed can derive the keys. */
export const seededSecrets =
  (seed: string): SecretOf =>
  (label) =>
    sha256(utf8(`halley ${label} of ${seed}`));

/** Makes keys of the validators of `types`, one after the other; those of connections are ed25519. */
export function networkKeys(count: number, secretOf: SecretOf, types: readonly PubKey['type'][]): NetworkKeys {
  const nodes = Array.from({ length: count }, (_, index) => ({
    validator: keyOf(secretOf(`validator ${index}`), types[index % types.length]),
    node: keyOf(secretOf(`node ${index}`)),
  }));
  return { nodes, devAuthority: keyOf(secretOf('dev authority')) };
}

function keyOf(secret: Bytes, type: PubKey['type'] = 'ed25519'): KeyPair {
  const pubKey = validatorPublicKey(type, secret);
  return { privateKey: validatorPrivateKey(pubKey, secret), pubKey, address: addressOf(pubKey) };
}

/** Returns the id by which peers identify a node: the address of its key in lower-case hex (CometBFT p2p/key.go). */
export const nodeIdOf = ({ node }: NodeKeys): string => toHex(node.address);
