/** Tests how a stream is split into frames. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../src/abci/wire/frame_reader.js';
import { requestFrame } from '../../src/abci/wire/messages.js';
import { encodeVarint, lengthDelimited } from '../../src/codec/protobuf/index.js';
import { type Bytes, concatBytes, equalBytes } from '../../src/kernel/bytes.js';
import { HalleyError } from '../../src/kernel/errors.js';
import { anyRequest } from './arbitraries.js';

/** Cuts the bytes at the given places. */
function split(bytes: Bytes, cuts: readonly number[]): Bytes[] {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, i) => bytes.slice(places[i], end));
}

function readAll(chunks: readonly Bytes[], maxBytes?: number): Bytes[] {
  const reader = new FrameReader(maxBytes);
  const frames = chunks.flatMap((chunk) => [...reader.push(chunk)]);
  expect(reader.isInFrame).toBe(false);
  return frames;
}

it('gives the same frames for any split of the stream', () => {
  const bodies = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 });
  const cuts = fc.array(fc.nat(4000), { maxLength: 40 });
  const sameFrames = fc.property(bodies, cuts, (list, places) => {
    const stream = concatBytes(...list.map(lengthDelimited));
    expect(readAll(split(stream, places))).toEqual(list);
  });
  fc.assert(sameFrames, { numRuns: 300 });
});

it('reads requests byte by byte', () => {
  const requests = fc.property(fc.array(anyRequest, { maxLength: 4 }), (list) => {
    const stream = concatBytes(...list.map(requestFrame));
    const bytes = Array.from(stream, (byte) => Uint8Array.of(byte));
    expect(readAll(bytes)).toEqual(readAll([stream]));
  });
  fc.assert(requests, { numRuns: 40 });
});

it('returns frames that do not share memory with the chunk', () => {
  const chunk = lengthDelimited(Uint8Array.of(1, 2, 3));
  const [frame] = readAll([chunk]);
  chunk.fill(0);
  expect(frame).toEqual(Uint8Array.of(1, 2, 3));
});

it('copies a large frame in few steps, whatever the size of the chunks', () => {
  const body = new Uint8Array(3_000_000).map((_, i) => i % 251);
  const stream = lengthDelimited(body);
  const chunks = Array.from({ length: Math.ceil(stream.length / 7) }, (_, i) => stream.subarray(i * 7, i * 7 + 7));
  const [frame, ...others] = readAll(chunks);
  expect(others).toEqual([]);
  expect(equalBytes(frame as Bytes, body)).toBe(true);
});

describe('a length', () => {
  const read = (bytes: Bytes, maxBytes?: number) => () => readAll([bytes], maxBytes);

  it('may be as large as the limit', () => {
    expect(readAll([lengthDelimited(new Uint8Array(100))], 100)).toHaveLength(1);
  });

  it('above the limit is refused before anything else arrives', () => {
    expect(read(encodeVarint(101), 100)).toThrow('claims 101 bytes, expected at most 100');
    expect(read(encodeVarint(600_000_000))).toThrow(HalleyError);
  });

  it.each([
    ['of more than five bytes', Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x01)],
    ['of 64 bits', Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01)],
    ['with a superfluous byte', Uint8Array.of(0x83, 0x00, 1, 2, 3)],
  ])('%s is refused', (_, bytes) => {
    expect(read(bytes)).toThrow('the sender does not speak ABCI');
  });

  it('is refused after the frames before it', () => {
    const frames: Bytes[] = [];
    const push = (): void => {
      for (const frame of new FrameReader().push(Uint8Array.of(1, 9, 0x80, 0x00))) frames.push(frame);
    };
    expect(push).toThrow(HalleyError);
    expect(frames).toEqual([Uint8Array.of(9)]);
  });
});

it('knows when a frame has arrived in part', () => {
  const reader = new FrameReader();
  const states = [2, 7, 8, 0x80, 0x01].map((byte) => {
    for (const _ of reader.push(Uint8Array.of(byte)));
    return reader.isInFrame;
  });
  expect(states).toEqual([true, true, false, true, true]);
});
