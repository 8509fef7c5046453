/** Frames messages of the Debug Adapter Protocol: JSON after a header with its length in bytes. */
import { HalleyError } from '../../kernel/errors.js';

const HEADER_END = Buffer.from('\r\n\r\n');
/** Most bytes of a header, and of a message. */
const MAX_HEADER_BYTES = 1_000;
const MAX_BYTES = 10_000_000;

export interface DapRequest {
  readonly seq: number;
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Yields the requests of a stream. Throws HalleyError `invalid-argument` when it is not the protocol. */
export async function* requestsIn(input: AsyncIterable<Buffer>): AsyncGenerator<DapRequest> {
  let read = Buffer.alloc(0);
  for await (const chunk of input) {
    read = Buffer.concat([read, chunk]);
    for (;;) {
      const end = read.indexOf(HEADER_END);
      if (end < 0 && read.length <= MAX_HEADER_BYTES) break;
      const header = read.toString('latin1', 0, end < 0 ? MAX_HEADER_BYTES : end);
      const length = Number(/^Content-Length: *(\d{1,9})$/im.exec(header)?.[1]);
      if (end < 0 || !(length <= MAX_BYTES))
        throw new HalleyError(
          'invalid-argument',
          `${JSON.stringify(header.slice(0, 80))} is no header of the Debug Adapter Protocol: expected Content-Length of at most ${MAX_BYTES}`,
        );
      const start = end + HEADER_END.length;
      if (read.length < start + length) break;
      const text = read.toString('utf8', start, start + length);
      read = read.subarray(start + length);
      yield requestOf(text);
    }
  }
}

function requestOf(text: string): DapRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const { seq, command, arguments: given } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof seq !== 'number' || typeof command !== 'string')
    throw new HalleyError(
      'invalid-argument',
      `${JSON.stringify(text.slice(0, 80))} is no request: expected JSON with seq and command`,
    );
  return { seq, command, arguments: typeof given === 'object' && given !== null ? { ...given } : {} };
}

/** Returns a message as it is sent. */
export function framed(message: object): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
