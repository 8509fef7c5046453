import { createMPT } from '@ethereumjs/mpt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderedTrieRoot } from '../../../src/codec/ethereum/ordered_trie.js';
import { encodeRlp, rlpUint } from '../../../src/codec/ethereum/rlp.js';
import { to0x } from '../../../src/kernel/hex.js';

async function oracle(items: readonly Uint8Array[]): Promise<string> {
  const trie = await createMPT();
  for (const [index, item] of items.entries()) await trie.put(encodeRlp(rlpUint(BigInt(index))), item);
  return to0x(trie.root());
}

describe('the root over an ordered list', () => {
  it('is the empty root for no items', () => {
    expect(to0x(orderedTrieRoot([]))).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
  });

  it('equals that of a Merkle Patricia trie for any list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 80 }), { maxLength: 40 }), async (items) => {
        expect(to0x(orderedTrieRoot(items))).toBe(await oracle(items));
      }),
      { numRuns: 60 },
    );
  });

  it('is correct when the keys get a second byte and a third', async () => {
    const items = Array.from({ length: 300 }, (_, i) => Uint8Array.of(i & 255, i >> 8, 1));
    expect(to0x(orderedTrieRoot(items))).toBe(await oracle(items));
  });
});
