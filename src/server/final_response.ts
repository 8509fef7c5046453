/** What Go's server says before it closes a connection whose request it cannot read (net/http, `conn.serve`). */
import type { Duplex } from 'node:stream';

export interface FinalResponse {
  /** `400 Bad Request`, with a reason behind it where Go gives one. */
  readonly status: string;
  /** Without it the status again. */
  readonly text?: string;
}

export const BAD_REQUEST: FinalResponse = { status: '400 Bad Request' };

/** Milliseconds in which the other end can read what is said to it, as in Go; whoever closes earlier may cut it short. */
const LINGER_MS = 500;

/** Sends the last words of a connection; what still arrives is lost. */
export function sendLast(stream: Duplex, text: string): void {
  stream.end(text);
  stream.resume();
  const timer = setTimeout(() => stream.destroy(), LINGER_MS);
  timer.unref();
  stream.once('close', () => clearTimeout(timer));
}

export const refuse = (stream: Duplex, { status, text = status }: FinalResponse): void =>
  sendLast(stream, `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n${text}`);
