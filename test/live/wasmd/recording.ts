/** Recorded answers of a running wasmd, over REST and gRPC. */
import { readFileSync } from 'node:fs';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export type Json = any;

/** Request of one exchange. `$NAME` in its body is a long text. */
export interface Request {
  readonly name: string;
  /** Method and path: `GET /cosmos/…` of REST, or `RPC /cosmos.…` of gRPC. */
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body as text over REST; an encoded message in base64 over gRPC. */
  readonly body?: string;
}

/** Answer as it is compared: what depends on the time or on the node is replaced. */
export interface Answer {
  /** Status of HTTP, or of gRPC. */
  readonly status: number;
  readonly type?: string;
  /** Names of the headers that have the height of the answer. */
  readonly heights?: readonly string[];
  /** Text of an error of gRPC. */
  readonly text?: string;
  readonly body?: Json;
}

export interface Exchange extends Request {
  readonly answer: Answer;
}

export interface SentTx {
  readonly name: string;
  readonly height: number;
  /** Encoded transaction in base64. */
  readonly bytes: string;
}

export interface Recording {
  readonly version: string;
  readonly genesis: Json;
  readonly transactions: readonly SentTx[];
  readonly exchanges: readonly Exchange[];
}

export const readRecording = (): Recording =>
  JSON.parse(readFileSync(new URL('../../vectors/wasmd.json', import.meta.url), 'utf8'));
