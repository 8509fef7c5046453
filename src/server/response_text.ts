/** Encodes responses of the fast front for the wire (RFC 9112). */
import { STATUS_CODES } from 'node:http';
import type { ProtocolResponse, WholeResponse } from '../rpc/protocol_handler.js';

let dateSecond = 0;
let dateText = '';

/** Returns the `date` header, which is formatted once a second. */
function date(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1000).toUTCString();
  }
  return dateText;
}

/** Beginning of the last response, because most have the same status and headers. */
const last: { status: number; headers: ProtocolResponse['headers']; text: string } = {
  status: 0,
  headers: {},
  text: '',
};

/** Returns the status line and the response's own headers. */
function beginning({ status, headers }: ProtocolResponse): string {
  if (status === last.status && headers === last.headers) return last.text;
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  Object.assign(last, { status, headers, text });
  return text;
}

/** Returns the whole head. `framing` is the header that defines where the body ends. */
function headText(response: ProtocolResponse, framing: string, idleSeconds: number): string {
  const text = beginning(response);
  return `${text}date: ${date()}\r\nconnection: keep-alive\r\nkeep-alive: timeout=${idleSeconds}\r\n${framing}\r\n\r\n`;
}

/** Returns the head of a response whose body follows in chunks. */
export const chunkedHead = (response: ProtocolResponse, idleSeconds: number): string =>
  headText(response, 'transfer-encoding: chunked', idleSeconds);

const ofLength = (length: number): string => `content-length: ${length}`;

/**
 * Returns the whole response. It is text of one byte a character where that is possible, which the socket takes without
 * a copy.
 */
export function responseBytes(
  response: WholeResponse,
  idleSeconds: number,
): { data: string | Buffer; encoding: 'latin1' } {
  const { body } = response;
  if (typeof body !== 'string')
    return {
      data: Buffer.concat([Buffer.from(headText(response, ofLength(body.length), idleSeconds), 'latin1'), body]),
      encoding: 'latin1',
    };
  const length = Buffer.byteLength(body);
  const text = headText(response, ofLength(length), idleSeconds) + body;
  return { data: length === body.length ? text : Buffer.from(text), encoding: 'latin1' };
}
