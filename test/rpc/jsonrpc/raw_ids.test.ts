import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfFirstValue, rawIdOf, rawIdsOf } from '../../../src/rpc/jsonrpc/raw_ids.js';

/** Returns the text of a JSON value with random space around its tokens. */
function spaced(value: unknown, space: string): string {
  if (Array.isArray(value))
    return `[${space}${value.map((item) => spaced(item, space)).join(`${space},${space}`)}${space}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${space}:${space}${spaced(item, space)}`,
  );
  return `{${space}${members.join(`${space},${space}`)}${space}}`;
}

const space = fc.constantFrom('', ' ', '\n\t', '\r\n  ');
/** Go reads `ID`, `Id` and `iD` as `id`, and JSON.parse, the model here, does not. */
const isOtherCase = (key: string): boolean => key !== 'id' && key.toLowerCase() === 'id';
const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => {
  return typeof value !== 'object' || value === null || !Object.keys(value).some(isOtherCase);
});
const key = fc.string().filter((text) => !isOtherCase(text));
const message = fc.dictionary(fc.oneof(fc.constantFrom('id', 'params', 'method', 'i'), key), json);

/** Compares the token with the reference model: JSON.parse must read the token and the member alike. */
function expectTokenOf(member: unknown, token: string | undefined): void {
  if (member === undefined) expect(token).toBeUndefined();
  else expect(JSON.parse(token as string)).toEqual(member);
}

test('finds the id member of any object as JSON.parse does', () => {
  fc.assert(
    fc.property(message, space, (object, gap) => {
      const text = gap + spaced(object, gap) + gap;
      expectTokenOf(JSON.parse(text).id, rawIdOf(text));
    }),
  );
});

test('finds one id for each element of any array', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(message, json)), space, (array, gap) => {
      const text = gap + spaced(array, gap) + gap;
      const ids = rawIdsOf(text);
      const values = JSON.parse(text) as unknown[];
      expect(ids).toHaveLength(values.length);
      values.forEach((value, i) => {
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        expectTokenOf(isObject ? (value as { id?: unknown }).id : undefined, ids[i]);
      });
    }),
  );
});

test('preserves tokens that numbers would lose', () => {
  for (const token of [
    '9007199254740993',
    '1.0',
    '-0',
    '1e2',
    '"\\u0041\\""',
    '123456789012345678901234567890',
    'null',
  ])
    expect(rawIdOf(`{"jsonrpc":"2.0", "id" : ${token} ,"method":"m"}`)).toBe(token);
});

test('returns the last of repeated members', () => {
  expect(rawIdOf('{"id":1,"params":{"id":3},"id":2}')).toBe('2');
});

test('finds the end of the first of two values', () => {
  fc.assert(
    fc.property(fc.oneof(message, fc.array(json)), space, (value, gap) => {
      const first = gap + spaced(value, gap);
      expect(endOfFirstValue(`${first} {"more":[`)).toBe(first.length);
    }),
  );
});
