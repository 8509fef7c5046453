import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromHex, to0x, toHex, toUpperHex, tryFromHex, tryFromHexText } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';

it('writes bytes as Node does, and reads them back, in either case and from UTF-8', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      const text = Buffer.from(bytes).toString('hex');
      expect([toHex(bytes), to0x(bytes), toUpperHex(bytes)]).toEqual([text, `0x${text}`, text.toUpperCase()]);
      for (const spelled of [text, text.toUpperCase()]) {
        expect(fromHex(`0x${spelled}`)).toEqual(bytes);
        expect(tryFromHex(spelled)).toEqual(bytes);
        expect(tryFromHexText(utf8(`0x${spelled}`))).toEqual(bytes);
      }
    }),
  );
});

it('rejects everything else as hex', () => {
  for (const text of ['0', '0g', 'é0', '0 ', '/:', '@G', '`g', 'ŀ0'])
    expect([tryFromHex(text), tryFromHexText(utf8(`0x${text}`))]).toEqual([undefined, undefined]);
  for (const text of ['', '0', '1234', '0X12', 'x012']) expect(tryFromHexText(utf8(text))).toBeUndefined();
  expect(() => fromHex('0x1')).toThrow('"0x1" is not hex with an even number of digits');
});
