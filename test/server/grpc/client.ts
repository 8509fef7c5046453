/** A client of HTTP/2 that sends exactly what a test gives it, and reads what a gRPC call answers. */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { type Bytes, concatBytes } from '../../../src/kernel/bytes.js';
import { FRAME_HEAD_BYTES } from '../../../src/rpc/grpc/framing.js';

export interface Answered {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Undefined where the stream ended without a status. */
  readonly status: number | undefined;
  readonly text: string;
  readonly messages: readonly Bytes[];
  /** Code with which the stream was reset. */
  readonly reset: number;
}

/** Opens a connection that ends with the test. */
export function connected(address: string, ends: (end: () => void) => void): ClientHttp2Session {
  const session = connect(`http://${address}`, { maxSessionMemory: 200 });
  session.on('error', () => undefined);
  ends(() => session.destroy());
  return session;
}

export const callHeaders = (path: string, more: OutgoingHttpHeaders = {}): OutgoingHttpHeaders => ({
  ':method': 'POST',
  ':path': path,
  'content-type': 'application/grpc',
  te: 'trailers',
  ...more,
});

/** Reads a stream to its end. */
export function answered(stream: ClientHttp2Stream): Promise<Answered> {
  return new Promise((resolve) => {
    let headers: Readonly<Record<string, unknown>> = {};
    let trailers: Readonly<Record<string, unknown>> = {};
    const pieces: Buffer[] = [];
    stream.on('response', (given) => {
      headers = { ...given };
    });
    stream.on('trailers', (given) => {
      trailers = { ...given };
    });
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('error', () => undefined);
    stream.once('close', () => {
      const ended = { ...headers, ...trailers } as Record<string, string | undefined>;
      const status = ended['grpc-status'];
      resolve({
        httpStatus: Number(ended[constants.HTTP2_HEADER_STATUS]),
        headers,
        status: status === undefined ? undefined : Number(status),
        text: decodeURIComponent(ended['grpc-message'] ?? ''),
        messages: messagesOf(concatBytes(...pieces)),
        reset: stream.rstCode ?? 0,
      });
    });
  });
}

function messagesOf(bytes: Bytes): Bytes[] {
  const messages: Bytes[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + FRAME_HEAD_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + 1);
    messages.push(Uint8Array.from(bytes.subarray(at + FRAME_HEAD_BYTES, end)));
    at = end;
  }
  return messages;
}

/** Makes a call with these bytes as its body. */
export function call(
  session: ClientHttp2Session,
  path: string,
  body: Bytes,
  more?: OutgoingHttpHeaders,
): Promise<Answered> {
  const stream = session.request(callHeaders(path, more));
  stream.end(body);
  return answered(stream);
}
