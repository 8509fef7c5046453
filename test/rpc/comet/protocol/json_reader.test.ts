/** Compares the JSON reader with JSON.parse, and its errors with Go's. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GoError } from '../../../../src/rpc/comet/protocol/error.js';
import { encodeJson } from '../../../../src/rpc/comet/protocol/json.js';
import type { JsonNode } from '../../../../src/rpc/comet/protocol/json_node.js';
import { readFirstJson, readJson } from '../../../../src/rpc/comet/protocol/json_reader.js';
import { draws } from '../../../support/draws.js';

function plain(node: JsonNode): unknown {
  switch (node.type) {
    case 'null':
      return null;
    case 'bool':
    case 'string':
      return node.value;
    case 'number':
      return Number(node.raw);
    case 'array':
      return node.items.map(plain);
    case 'object':
      return Object.fromEntries(node.members.map(([name, value]) => [name, plain(value)]));
  }
}

function refusalOf(read: (text: string) => JsonNode, text: string): string | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (error instanceof GoError) return error.message;
    throw error;
  }
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the JSON reader', () => {
  it('reads what JSON.parse reads, to the same value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const node = readJson(` ${text}\n`);
        expect(plain(node)).toEqual(JSON.parse(text));
        expect(node.raw).toBe(text);
      }),
    );
  });

  it('accepts exactly what JSON.parse accepts', () => {
    const piece = fc.constantFrom(
      ...'{}[]:,"\\ue+-.019 ntrfalsx\u0001\n'.split(''),
      'true',
      'null',
      '"a"',
      '1.5',
      '1e5',
      '\\u00e9',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const text = pieces.join('');
        expect(refusalOf(readJson, text) === undefined, text).toBe(parses(text));
      }),
      { numRuns: draws(20_000) },
    );
  });

  it.each([
    ['', 'unexpected end of JSON input'],
    [' {"a":', 'unexpected end of JSON input'],
    ['"a', 'unexpected end of JSON input'],
    ['{"a"', 'unexpected end of JSON input'],
    ['-', "invalid character ' ' in numeric literal"],
    ['1.', "invalid character ' ' after decimal point in numeric literal"],
    ['1e+', "invalid character ' ' in exponent of numeric literal"],
    ['"\\', "invalid character ' ' in string escape code"],
    ['"\\u00', "invalid character ' ' in \\u hexadecimal character escape"],
    ['[tru', "invalid character ' ' in literal true (expecting 'e')"],
    ['\ufeff1', "invalid character 'ï' looking for beginning of value"],
    ['abc', "invalid character 'a' looking for beginning of value"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['{a}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{"a"1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ['[1 2]', "invalid character '2' after array element"],
    ['1 2', "invalid character '2' after top-level value"],
    ['007', "invalid character '0' after top-level value"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ['1e+x', "invalid character 'x' in exponent of numeric literal"],
    ['"\n"', "invalid character '\\n' in string literal"],
    ['"\u0000"', "invalid character '\\x00' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['tru_', "invalid character '_' in literal true (expecting 'e')"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['日', "invalid character 'æ' looking for beginning of value"],
    [`${'['.repeat(600)}`, 'exceeded max depth'],
  ])('refuses %j as Go does', (text, message) => {
    expect(refusalOf(readJson, text)).toBe(message);
  });

  it('reads the first value of a frame', () => {
    expect(readFirstJson('{"a":1} trailing').raw).toBe('{"a":1}');
    expect(refusalOf(readFirstJson, ' ')).toBe('EOF');
    expect(refusalOf(readFirstJson, '{"a"')).toBe('unexpected EOF');
    expect(refusalOf(readFirstJson, 'tru')).toBe('unexpected EOF');
  });

  it('reads half a surrogate pair as the replacement character', () => {
    expect(readJson('"\\ud800a\\ud83d\\ude00\\udc00"')).toMatchObject({ value: '\ufffda\u{1f600}\ufffd' });
  });
});

describe('the JSON writer', () => {
  it('escapes what is special in HTML, and writes JSON', () => {
    expect(encodeJson({ 'a<': ['&', '>', '\u2028\u2029', 'é"\n'] })).toBe(
      '{"a\\u003c":["\\u0026","\\u003e","\\u2028\\u2029","é\\"\\n"]}',
    );
    expect(encodeJson({ a: undefined, b: null, c: [1, true] })).toBe('{"b":null,"c":[1,true]}');
  });
});
