/**
 * Makes the keys of a network: for each node, the key of its validator and the key of its connections; for the network,
 * the key of the dev authority. They are random, or derived from a seed. Derived keys are those of a devnet with the
 * same seed.
 */
import type { PubKey } from '../../abci/application.js';
import { addressOf } from '../../consensus/types/validator.js';
import { ed25519PublicKey } from '../../crypto/ed25519.js';
import type { Bytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';

export interface Ed25519Key {
  /** 32 bytes of the secret. */
  readonly seed: Bytes;
  readonly pubKey: PubKey;
  /** First 20 bytes of the public key's SHA-256. */
  readonly address: Bytes;
}

export interface NodeKeys {
  /** Signs proposals and votes. */
  readonly validator: Ed25519Key;
  /** Identifies the node to its peers. */
  readonly node: Ed25519Key;
}

export interface NetworkKeys {
  readonly nodes: readonly NodeKeys[];
  /** Signs dev transactions. */
  readonly devAuthority: Ed25519Key;
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

export function networkKeys(count: number, secretOf: SecretOf): NetworkKeys {
  const nodes = Array.from({ length: count }, (_, index) => ({
    validator: keyOf(secretOf(`validator ${index}`)),
    node: keyOf(secretOf(`node ${index}`)),
  }));
  return { nodes, devAuthority: keyOf(secretOf('dev authority')) };
}

function keyOf(seed: Bytes): Ed25519Key {
  const pubKey: PubKey = { type: 'ed25519', bytes: ed25519PublicKey(seed) };
  return { seed, pubKey, address: addressOf(pubKey) };
}

/** Returns the id by which peers identify a node: the address of its key in lower-case hex (CometBFT p2p/key.go). */
export const nodeIdOf = ({ node }: NodeKeys): string => toHex(node.address);
