/** Reads the recorded answers of a running evmd, exchange by exchange, in the order of one conversation. */
import { readFileSync } from 'node:fs';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export type Json = any;

export interface Exchange {
  readonly name: string;
  readonly method?: string;
  readonly params?: Json;
  /** Request that is more than a JSON-RPC call. Its body has a character for each byte. */
  readonly http?: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** Message sent over WebSocket. True means a notification that no request caused. */
  readonly ws?: Json;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: {
    readonly result?: Json;
    readonly error?: Json;
    readonly body?: Json;
    readonly silent?: true;
    readonly closed?: true;
  };
  /** Answer of the main branch where it differs. It is accepted as well. */
  readonly main?: Exchange['answer'];
  /** Whether the result is the same on any chain. */
  readonly same?: true;
  /** Whether a list may be empty or not. */
  readonly loose?: true;
  /** Whether long lists and strings are shortened. */
  readonly cut?: true;
  /** Bytes of the answer where parsed JSON does not show them. */
  readonly text?: string;
}

interface Sent {
  readonly kind: string;
  readonly height: number;
  readonly nonce: number;
  /** Hash that CometBFT computes, in capitals. */
  readonly hash: string;
  readonly ethereumHash: string;
  readonly raw: string;
  readonly result: Readonly<Record<string, unknown>>;
  readonly events: readonly (readonly [type: string, attributes: Readonly<Record<string, string>>])[];
}

const read = (file: string): Json =>
  JSON.parse(readFileSync(new URL(`../../vectors/evmd-0.7.3/${file}`, import.meta.url), 'utf8'));

export const EXCHANGES: readonly Exchange[] = read('exchanges.json').exchanges;

/** Transactions of the same chain, with heights and bytes. Some of them are in no exchange. */
export const TRANSACTIONS: readonly Sent[] = read('transactions.json').transactions;

/** Returns the exchange with that name. */
export function recorded(name: string): Exchange {
  const found = EXCHANGES.find((exchange) => exchange.name === name);
  if (found === undefined) throw new Error(`no exchange "${name}"`);
  return found;
}
