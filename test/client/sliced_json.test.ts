/** Tests the parsing of long JSON beside `JSON.parse`, with groups so short that every text has many. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseInSlices } from '../../src/client/sliced_json.js';

const NO_JSON = Symbol('no JSON');

async function outcomeOf(parse: () => unknown): Promise<unknown> {
  try {
    return await parse();
  } catch {
    return NO_JSON;
  }
}

/** Expects the same value as that of `JSON.parse`, with members in the same order, or the same refusal. */
async function expectSame(text: string, groupLength: number): Promise<void> {
  const expected = await outcomeOf(() => JSON.parse(text));
  const value = await outcomeOf(() => parseInSlices(text, groupLength));
  expect(value).toEqual(expected);
  if (expected !== NO_JSON) expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
}

const groupLength = fc.integer({ min: 1, max: 40 });
const spaced = fc.tuple(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 2 }));

it('gives what JSON.parse gives', async () => {
  await fc.assert(
    fc.asyncProperty(spaced, groupLength, ([value, spaces], length) =>
      expectSame(` ${JSON.stringify(value, undefined, spaces)}\n`, length),
    ),
    { numRuns: 2000, seed: 1 },
  );
});

it('refuses what JSON.parse refuses', async () => {
  const damage = fc.tuple(fc.nat(), fc.nat({ max: 1 }), fc.constantFrom(...'[]{},:"\\0e- x\u0001'));
  await fc.assert(
    fc.asyncProperty(spaced, groupLength, damage, ([value, spaces], length, [place, removed, put]) => {
      const text = JSON.stringify(value, undefined, spaces);
      const at = place % (text.length + 1);
      return expectSame(text.slice(0, at) + put + text.slice(at + removed), length);
    }),
    { numRuns: 5000, seed: 1 },
  );
});

it.each([
  '{"__proto__":[1,2,3],"a":{"__proto__":{"b":1}}}',
  '{"a":[1,2,3],"a":[4,5,6],"2":[0,0,0],"1":[0,0,0]}',
  '[[1,2],]',
  '[[1,2,3] [4,5,6]]',
  '{"a":[1,2,3] "b":[4,5,6]}',
  '{"a" [1,2,3]}',
  '{[1,2,3]}',
  '{"a":1,:[1,2,3]}',
  '[,[1,2,3]]',
  '[1,2,3]]',
  '[[1,2,3]',
  '[1,2,3}',
  '"a\\\\","b"',
  '["a\\\\\\"b","c"]',
  '',
  '   ',
  '5 [1,2,3]',
  '[1,2,3] 5',
])('treats %s as JSON.parse does', async (text) => {
  for (let length = 1; length < 12; length++) await expectSame(text, length);
});

it('refuses a text that is nested too deeply', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(Array.isArray(await parseInSlices(nested(4_000), 5))).toBe(true);
  await expect(parseInSlices(nested(4_001), 5)).rejects.toThrow(SyntaxError);
});

it('lets other work have its turn', async () => {
  const text = JSON.stringify(Array.from({ length: 200_000 }, (_, i) => ({ i, text: 'abc' })));
  let steps = 0;
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      steps++;
    }
  })();
  expect(await parseInSlices(text)).toHaveLength(200_000);
  isDone = true;
  await others;
  expect(steps).toBeGreaterThan(8);
});
