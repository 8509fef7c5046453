/** Tests a text stream between its producer and its reader. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TextSink, TextStream } from '../../src/kernel/text_stream.js';

const PART = 10;

async function readAll(stream: TextStream): Promise<readonly string[]> {
  const parts: string[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const writing = (pieces: readonly string[]) => async (sink: TextSink) => {
  for (const piece of pieces) await sink.write(piece);
};

test('delivers everything in order, in parts that are neither small nor much longer than a piece', async () => {
  const pieces = fc.array(fc.string({ minLength: 1, maxLength: 25 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(pieces, async (texts) => {
      const parts = await readAll(new TextStream(writing(texts), PART));
      expect(parts.join('')).toBe(texts.join(''));
      for (const part of parts.slice(0, -1)) expect(part.length).toBeGreaterThanOrEqual(PART);
      for (const part of parts) expect(part.length).toBeLessThan(2 * PART + 25);
    }),
  );
});

test('does nothing before the first part is read', async () => {
  let begun = false;
  const stream = new TextStream(async (sink) => {
    begun = true;
    await sink.write('all');
  });
  await Promise.resolve();
  expect(begun).toBe(false);
  expect(await stream.next()).toEqual({ done: false, value: 'all' });
  expect(stream.ended).toBe(true);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test('makes its producer wait while the reader is behind', async () => {
  let written = 0;
  const stream = new TextStream(async (sink) => {
    for (; written < 100; written++) await sink.write('0123456789');
  }, PART);
  await stream.next();
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  expect(written).toBeLessThan(3);
  for (let read = 1; read < 50; read++) await stream.next();
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  expect(written).toBeLessThan(53);
});

test("throws its producer's error after the last part", async () => {
  const stream = new TextStream(async (sink) => {
    await sink.write('0123456789');
    sink.write('rest');
    throw new TypeError('broken');
  }, PART);
  expect((await stream.next()).value).toBe('0123456789');
  expect((await stream.next()).value).toBe('rest');
  await expect(stream.next()).rejects.toThrow('broken');
});

test('reports to its producer that the reader has stopped, and lets it finish', async () => {
  let after: boolean | undefined;
  const stream = new TextStream(async (sink) => {
    await sink.write('0123456789');
    await sink.write('0123456789');
    await sink.write('0123456789');
    after = sink.closed;
    throw new Error('nobody hears of it');
  }, PART);
  await stream.next();
  await stream.return();
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  expect(after).toBe(true);
});

test('resolves a pending read when it is returned', async () => {
  const stream = new TextStream(() => new Promise(() => {}), PART);
  const waiting = stream.next();
  await stream.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
});
