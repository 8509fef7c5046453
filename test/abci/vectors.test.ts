/**
 * Compares every request and response with CometBFT's own encoding. `test/vectors/abci/generator` makes the vectors:
 * frames as CometBFT writes them, and the values in protobuf's JSON.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../src/abci/wire/frame_reader.js';
import { decodeRequest, decodeResponse, requestFrame, responseFrame } from '../../src/abci/wire/messages.js';
import { concatBytes } from '../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import { formatTime } from '../../src/kernel/time.js';

interface Vector {
  readonly kind: 'request' | 'response';
  readonly frame: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../vectors/abci/messages.json', import.meta.url), 'utf8'),
);

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const FLAGS = { 1: 'BLOCK_ID_FLAG_ABSENT', 2: 'BLOCK_ID_FLAG_COMMIT', 3: 'BLOCK_ID_FLAG_NIL' };
const ENUMS = new Set(['status', 'result', 'misbehavior type', 'checkTx type']);

/** Writes nanoseconds with 0, 3, 6 or 9 digits, as protobuf's JSON does. */
const fraction = (digits: string): string => digits.replace(/(000)+$/, '').replace(/^(?=\d)/, '.');

function durationText(nanos: bigint): string {
  const digits = String(nanos < 0n ? -nanos : nanos).padStart(10, '0');
  return `${nanos < 0n ? '-' : ''}${digits.slice(0, -9)}${fraction(digits.slice(-9))}s`;
}

function timeText(time: bigint): string {
  const [seconds, digits = ''] = formatTime(time).replace('Z', '').split('.');
  return `${seconds}${fraction(digits.padEnd(9, '0'))}Z`;
}

/** Writes our value of the member `path` in protobuf's JSON. */
function json(value: unknown, path: string): unknown {
  const name = path.split(' ').at(-1) as string;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (name === 'time') return timeText(value as bigint);
  if (name === 'maxAgeDuration') return durationText(value as bigint);
  if (name === 'proofOps')
    return (value as unknown[]).length === 0 ? null : { ops: (value as unknown[]).map((op) => json(op, 'op')) };
  if (name === 'blockIdFlag') return FLAGS[value as 1 | 2 | 3];
  if (ENUMS.has(name) || ENUMS.has(path)) return String(value).toUpperCase().replaceAll('-', '_');
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map((element) => json(element, name));
  if (value === undefined) return null;
  if (typeof value !== 'object') return value;
  return object(value as Readonly<Record<string, unknown>>, name);
}

function object(value: Readonly<Record<string, unknown>>, path: string): unknown {
  if (path === 'pubKey') return { [String(value['type'])]: json(value['bytes'], 'bytes') };
  const members = Object.entries(value).map(([key, member]) => [snakeCase(key), json(member, `${path} ${key}`)]);
  return Object.fromEntries(members);
}

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);

/** Drops absent messages, and lists and messages without members, which our values do not tell apart. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, withoutAbsent(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

const bodyOf = (frame: Uint8Array): Uint8Array => [...new FrameReader().push(frame)][0] as Uint8Array;

describe.each(vectors.map((vector, i) => [`${i}: ${vector.kind} ${Object.keys(vector.value)[0]}`, vector] as const))(
  '%s',
  (_, { kind, frame, value }) => {
    const bytes = fromHex(frame);
    const decoded = kind === 'request' ? decodeRequest(bodyOf(bytes)) : decodeResponse(bodyOf(bytes));

    it('is decoded to the values that CometBFT has encoded', () => {
      const ours = { [snakeCase(decoded.type)]: json(decoded.value, decoded.type) };
      expect(withoutAbsent(ours)).toEqual(withoutAbsent(value));
    });

    it('is encoded to the same bytes', () => {
      const encoded = kind === 'request' ? requestFrame(decoded as never) : responseFrame(decoded as never);
      expect(toHex(encoded)).toBe(toHex(bytes));
    });
  },
);

it('is one stream of frames', () => {
  const frames = vectors.map(({ frame }) => fromHex(frame));
  expect([...new FrameReader().push(concatBytes(...frames))]).toEqual(frames.map(bodyOf));
});
