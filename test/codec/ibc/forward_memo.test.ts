/** Tests the memo by which a transfer is forwarded through an intermediate chain. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodecError } from '../../../src/codec/codec_error.js';
import { type ForwardMetadata, readForwardMemo, writeForwardMemo } from '../../../src/codec/ibc/forward_memo.js';

const text = fc.string({ unit: 'grapheme', maxLength: 9 });
const { metadata } = fc.letrec<{ metadata: ForwardMetadata; next: ForwardMetadata | undefined }>((tie) => ({
  next: fc.option(tie('metadata'), { nil: undefined, maxDepth: 3, depthSize: 'small' }),
  metadata: fc.record({
    receiver: text,
    port: text,
    channel: text,
    timeout: fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }),
    retries: fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined }),
    next: tie('next'),
  }),
}));
const asked = (over: object): string =>
  JSON.stringify({ forward: { receiver: 'r', port: 'transfer', channel: 'channel-1', ...over } });

describe('a forward memo', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(metadata, (value) => {
        expect(readForwardMemo(writeForwardMemo(value))).toEqual(value);
      }),
    );
  });

  it('has its members in order', () => {
    const next = {
      receiver: 'b',
      port: 'transfer',
      channel: 'channel-2',
      timeout: 0n,
      retries: undefined,
      next: undefined,
    };
    const value = { ...next, receiver: '<a>', timeout: 600_000_000_000n, retries: 2, next };
    expect(writeForwardMemo(value)).toBe(
      '{"forward":{"channel":"channel-2","next":{"forward":{"channel":"channel-2","port":"transfer","receiver":"b"}},"port":"transfer","receiver":"\\u003ca\\u003e","retries":2,"timeout":600000000000}}',
    );
  });

  it("may have the next memo as text, and a duration in Go's format", () => {
    const memo = asked({ next: asked({ timeout: 5 }), timeout: '1h0.5s', retries: 3.7 });
    expect(readForwardMemo(memo)).toMatchObject({
      timeout: 3_600_500_000_000n,
      retries: 3,
      next: { receiver: 'r', timeout: 5n },
    });
  });

  it.each(['', 'hello', '[]', '{}', '{"forward":"x"}', '{"forward":null}', '{"Forward":{}}'])(
    'is absent: %j',
    (memo) => {
      expect(readForwardMemo(memo)).toBeUndefined();
    },
  );

  it.each([
    '{"forward":{}}',
    asked({ receiver: 1 }),
    asked({ port: undefined }),
    asked({ channel: null }),
    asked({ timeout: 'soon' }),
    asked({ timeout: true }),
    asked({ timeout: -1 }),
    asked({ retries: 256 }),
    asked({ retries: -1 }),
    asked({ retries: '1' }),
    asked({ next: 'x' }),
    asked({ next: {} }),
    asked({ next: null }),
  ])('is invalid: %j', (memo) => {
    expect(() => readForwardMemo(memo)).toThrow(CodecError);
  });
});
