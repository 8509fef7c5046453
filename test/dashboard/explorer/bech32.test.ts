/** Tests the addresses of the page against the implementation that the chain uses. */
import { bech32 } from '@scure/base';
import { expect, it } from 'vitest';
import { fromBech32, toBech32 } from '../../../src/dashboard/explorer/codec/bech32.js';

const address = Uint8Array.from({ length: 20 }, (_, i) => (37 * i + 11) % 256);

it('encodes addresses as the chain does, and decodes them', () => {
  for (const length of [1, 20, 32]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (91 * i + length) % 256);
    const text = toBech32('halley', bytes);
    expect(text).toBe(bech32.encode('halley', bech32.toWords(bytes)));
    expect(fromBech32(text)).toEqual({ prefix: 'halley', bytes });
    expect(fromBech32(text.toUpperCase())).toEqual({ prefix: 'halley', bytes });
  }
});

it('refuses a wrong checksum, mixed case, and texts of another kind', () => {
  const text = toBech32('halley', address);
  const wrong = text.slice(0, -1) + (text.endsWith('q') ? 'p' : 'q');
  for (const other of [wrong, text.replace('halley', 'halleY'), 'Shop', '0x1234', '', text.repeat(3)])
    expect(fromBech32(other)).toBeUndefined();
});
