/**
 * Reads and writes the memo with which a transfer asks an intermediate chain to forward it (ibc-go
 * packet-forward-middleware `types/forward.go`):
 * `{"forward":{"receiver":"…","port":"transfer","channel":"channel-21","timeout":"10m","retries":2,"next":{…}}}`.
 */
import { readGoDuration } from '../../kernel/go_time.js';
import { CodecError } from '../codec_error.js';
import { goJson, isJsonObject, tryJsonObject } from '../go_json.js';

export interface ForwardMetadata {
  readonly receiver: string;
  readonly port: string;
  readonly channel: string;
  /** Timeout in nanoseconds. 0 means the chain's default. */
  readonly timeout: bigint;
  /** How often a transfer that timed out is sent again, 0 to 255; `undefined` means the chain's default. */
  readonly retries: number | undefined;
  /** Request to the next chain. */
  readonly next: ForwardMetadata | undefined;
}

const KEY = 'forward';
const MAX_RETRIES = 255;
const NANOS_PER_MILLISECOND = 1e6;
/** Greatest timeout: Go's durations end at 2^63 nanoseconds. */
const MAX_TIMEOUT_MS = 9_223_372_036_854;

/**
 * Reads a memo. Returns undefined when it does not ask for forwarding. Throws CodecError when the request is invalid.
 */
export function readForwardMemo(memo: string): ForwardMetadata | undefined {
  const asked = tryJsonObject(memo)?.[KEY];
  return isJsonObject(asked) ? readMetadata(asked) : undefined;
}

function readMetadata(object: Readonly<Record<string, unknown>>): ForwardMetadata {
  return {
    receiver: textOf(object, 'receiver'),
    port: textOf(object, 'port'),
    channel: textOf(object, 'channel'),
    timeout: 'timeout' in object ? readTimeout(object['timeout']) : 0n,
    retries: 'retries' in object ? readRetries(object['retries']) : undefined,
    next: 'next' in object ? readNext(object['next']) : undefined,
  };
}

function textOf(object: Readonly<Record<string, unknown>>, key: string): string {
  const value = object[key];
  if (typeof value !== 'string') throw new CodecError(`key ${key} not found in packet data`);
  return value;
}

/** Reads nanoseconds as a number, or a Go duration as text. Negative values are invalid. */
function readTimeout(value: unknown): bigint {
  const milliseconds =
    typeof value === 'string' ? readGoDuration(value, MAX_TIMEOUT_MS) : Number(value) / NANOS_PER_MILLISECOND;
  const isDuration = typeof value === 'string' || typeof value === 'number';
  if (!isDuration || milliseconds === undefined || !(milliseconds >= 0 && milliseconds <= MAX_TIMEOUT_MS))
    throw new CodecError('invalid duration');
  return typeof value === 'number'
    ? BigInt(Math.floor(value))
    : BigInt(Math.round(milliseconds * NANOS_PER_MILLISECOND));
}

function readRetries(value: unknown): number {
  if (typeof value !== 'number') throw new CodecError('key retries has invalid type, expected number');
  if (value < 0 || value > MAX_RETRIES) throw new CodecError(`retries must be between 0 and ${MAX_RETRIES}`);
  return Math.floor(value);
}

/** Reads an object, or the JSON text of one. */
function readNext(value: unknown): ForwardMetadata {
  const object = typeof value === 'string' ? tryJsonObject(value) : value;
  const asked = isJsonObject(object) ? object[KEY] : undefined;
  if (!isJsonObject(asked)) throw new CodecError(`key ${KEY} not found in next forward metadata`);
  return readMetadata(asked);
}

/** Writes the memo that requests forwarding by the next chain. Members are sorted, as Go writes maps. */
export const writeForwardMemo = (metadata: ForwardMetadata): string => `{"${KEY}":${writeMetadata(metadata)}}`;

function writeMetadata({ channel, next, port, receiver, retries, timeout }: ForwardMetadata): string {
  const members = [
    `"channel":${goJson(channel)}`,
    next && `"next":${writeForwardMemo(next)}`,
    `"port":${goJson(port)}`,
    `"receiver":${goJson(receiver)}`,
    retries !== undefined && `"retries":${retries}`,
    timeout > 0n && `"timeout":${timeout}`,
  ];
  return `{${members.filter((member) => typeof member === 'string').join(',')}}`;
}
