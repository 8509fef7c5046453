/**
 * Sends the responses with which Go's server closes a connection whose request it cannot read (net/http, `conn.serve`).
 */
import type { Duplex } from 'node:stream';

export interface FinalResponse {
  /** For example `400 Bad Request`, followed by a reason where Go gives one. */
  readonly status: string;
  /** Body. Default: the status. */
  readonly text?: string;
}

export const BAD_REQUEST: FinalResponse = { status: '400 Bad Request' };

/** Time in which the other end can read the response, in milliseconds, as in Go. An earlier close might truncate it. */
const LINGER_MS = 500;

/** Sends the last text of a connection and discards what still arrives. */
export function sendLast(stream: Duplex, text: string): void {
  stream.end(text);
  stream.resume();
  const timer = setTimeout(() => stream.destroy(), LINGER_MS);
  timer.unref();
  stream.once('close', () => clearTimeout(timer));
}

export const refuse = (stream: Duplex, { status, text = status }: FinalResponse): void =>
  sendLast(stream, `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n${text}`);
