/**
 * Computes the root of the Merkle Patricia trie that maps rlp(index) to an item. An Ethereum header commits to its
 * lists of transactions and receipts in this way (yellow paper, section 4.3). The root is built from the list each
 * time; no trie is stored.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { encodeRlp, type RlpItem, rlpUint } from './rlp.js';

interface Entry {
  /** Nibbles of the key. */
  readonly path: readonly number[];
  readonly value: Bytes;
}

function nibbles(bytes: Bytes): number[] {
  const out: number[] = [];
  for (const byte of bytes) out.push(byte >> 4, byte & 15);
  return out;
}

/** Implements the hex-prefix encoding of the yellow paper, appendix C. */
function compact(path: readonly number[], leaf: boolean): Bytes {
  const odd = path.length % 2 === 1;
  const flag = (leaf ? 2 : 0) + (odd ? 1 : 0);
  const padded = odd ? [flag, ...path] : [flag, 0, ...path];
  const out = new Uint8Array(padded.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = ((padded[2 * i] as number) << 4) | (padded[2 * i + 1] as number);
  return out;
}

/**
 * Returns the node as its parent embeds it: the node itself when its encoding is under 32 bytes, and its hash
 * otherwise.
 */
function reference(node: RlpItem): RlpItem {
  const encoded = encodeRlp(node);
  return encoded.length < 32 ? node : keccak256(encoded);
}

function sharedLength(entries: readonly Entry[], from: number): number {
  const first = (entries[0] as Entry).path;
  let length = first.length - from;
  for (const { path } of entries) {
    let same = 0;
    while (same < length && path[from + same] === first[from + same]) same++;
    length = same;
  }
  return length;
}

function build(entries: readonly Entry[], from: number): RlpItem {
  const first = entries[0] as Entry;
  if (entries.length === 1) return [compact(first.path.slice(from), true), first.value];
  const shared = sharedLength(entries, from);
  if (shared > 0) {
    return [compact(first.path.slice(from, from + shared), false), reference(build(entries, from + shared))];
  }
  const branch: RlpItem[] = [];
  for (let nibble = 0; nibble < 16; nibble++) {
    const below = entries.filter(({ path }) => path[from] === nibble);
    branch.push(below.length === 0 ? new Uint8Array(0) : reference(build(below, from + 1)));
  }
  branch.push(entries.find(({ path }) => path.length === from)?.value ?? new Uint8Array(0));
  return branch;
}

/** Returns the root, 32 bytes. Without items it is the hash of RLP's empty string. */
export function orderedTrieRoot(items: readonly Bytes[]): Bytes {
  if (items.length === 0) return keccak256(encodeRlp(new Uint8Array(0)));
  const entries = items.map((value, index) => ({ path: nibbles(encodeRlp(rlpUint(BigInt(index)))), value }));
  return keccak256(encodeRlp(build(entries, 0)));
}
