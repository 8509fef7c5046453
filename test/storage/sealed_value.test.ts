/** Tests the checksum of a value on disk. */
import { expect, it } from 'vitest';
import { EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { seal, unseal } from '../../src/storage/sealed_value.js';

const KEY = Uint8Array.of(1, 2, 3);

it('returns an empty value as it was sealed, and not under another key', () => {
  for (const value of [EMPTY_BYTES, new Uint8Array(0), Uint8Array.of(7).subarray(1)]) {
    const sealed = seal(KEY, value);
    expect(unseal(KEY, sealed)).toEqual(new Uint8Array(0));
    expect(unseal(Uint8Array.of(1, 2, 4), sealed)).toBeUndefined();
  }
});
