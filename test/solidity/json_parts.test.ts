import { expect, test } from 'vitest';
import { utf8 } from '../../src/kernel/text.js';
import { readJsonParts, type Wanted } from '../../src/solidity/json_parts.js';

/** Returns the parts, and the number of pauses. */
function read(text: string, wanted: Wanted): { readonly value: unknown; readonly pauses: number } {
  const work = readJsonParts(utf8(text), wanted);
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done === true) return { value: step.value, pauses };
  }
}

const DOCUMENT = {
  id: 'x"\\{',
  output: {
    sources: { 'a.sol': { id: 3, ast: { deep: [{ text: '}]' }, [1, null, true]] } }, 'b.sol': { id: 5 } },
    contracts: { 'a.sol': { A: { abi: [{ type: 'error' }], other: 1 } } },
  },
};

test('reads the wanted members and skips the rest', () => {
  const wanted = {
    id: 'value',
    output: { sources: { '*': { id: 'value' } }, contracts: { '*': { '*': { abi: 'text' } } } },
  } as const;
  expect(read(JSON.stringify(DOCUMENT, undefined, 2), wanted).value).toEqual({
    id: DOCUMENT.id,
    output: {
      sources: { 'a.sol': { id: 3 }, 'b.sol': { id: 5 } },
      contracts: { 'a.sol': { A: { abi: expect.stringContaining('"type": "error"') } } },
    },
  });
});

test('reads texts as the bytes that they have in hex or in UTF-8, and others whole', () => {
  const wanted = { '*': 'hex', map: 'utf8', odd: 'utf8', inner: { '': 'hex', object: 'hex' } } as const;
  const text =
    '{"a":"0x60fe","b":"60FE01","c":"60__$x$__","d":["60"],"e":"","map":"1:2;é","odd":"a\\nb","inner":"0xab"}';
  expect(read(text, wanted).value).toEqual({
    a: Uint8Array.of(0x60, 0xfe),
    b: Uint8Array.of(0x60, 0xfe, 1),
    c: '60__$x$__',
    d: ['60'],
    e: new Uint8Array(0),
    map: utf8('1:2;é'),
    odd: 'a\nb',
    inner: Uint8Array.of(0xab),
  });
  expect(read('{"inner":{"object":"0x01"}}', wanted).value).toEqual({ inner: { object: Uint8Array.of(1) } });
});

test('reads a value whole where members are wanted of something else', () => {
  expect(read('{"code":"0x60","list":[1]}', { code: { object: 'value' }, list: { x: 'value' } }).value).toEqual({
    code: '0x60',
    list: [1],
  });
});

test('pauses while it skips a long value', () => {
  const long = JSON.stringify({ ast: Array.from({ length: 400_000 }, (_, id) => ({ id })), last: 7 });
  const { value, pauses } = read(long, { last: 'value' });
  expect(value).toEqual({ last: 7 });
  expect(pauses).toBeGreaterThan(2);
});

test.each(['', '{', '{"a":', '{"a":1', '{"a" 1}', '{"a":"x}', '{"a":[1}}', '[1,2', '{} x', '{a:1}', '{"a":,}'])(
  'refuses the damaged document %s',
  (text) => {
    expect(() => read(text, { a: 'value', b: 'value' })).toThrow(SyntaxError);
  },
);

test('does not take __proto__ for a member of the prototype', () => {
  const { value } = read('{"__proto__":{"id":9},"id":8}', { '*': { id: 'value' }, id: 'value' });
  expect(Object.keys(value as object)).toEqual(['__proto__', 'id']);
});
