/** Defines kinds of values for forks of another chain. URLs and headers may have keys, so no error shows them. */
import type { Kind } from './kinds.js';

const quoted = (text: string): string => JSON.stringify(text);

/** Accepts what may be the URL of a node. The devnet reads it in detail. */
export const FORK_URL: Kind<string> = {
  expected: 'the URL of a JSON-RPC, such as http://127.0.0.1:8545 or http://127.0.0.1:8545@19000000',
  placeholder: '<url>',
  isSecret: true,
  read: (text) => (/^\s*(?:(?:https?|wss?):\/\/\S+|[\w.-]*:\d+\S*)\s*$/i.test(text) ? text.trim() : undefined),
  write: quoted,
};

/** Accepts the number of a block, or how far it is behind the newest one. */
export const BLOCK_NUMBER: Kind<bigint> = {
  expected: 'the number of a block, or a negative number',
  placeholder: '<number>',
  read: (text) => (/^-?\d{1,18}$/.test(text) ? BigInt(text) : undefined),
  write: String,
};

export const TX_HASH: Kind<string> = {
  expected: 'the hash of a transaction, 0x and 64 hex digits',
  placeholder: '<hash>',
  read: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text : undefined),
  write: quoted,
};

/** Matches a header whose value is one line of text, which HTTP can send. */
const HEADER = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*([\t\x20-\x7e\x80-\xff]*?)\s*$/;

/** Accepts HTTP headers, as `name: value`. */
export const HTTP_HEADERS: Kind<Readonly<Record<string, string>>> = {
  expected: 'an HTTP header such as "x-api-key: abc"',
  placeholder: '<header>',
  isSecret: true,
  // A header has no line end.
  separator: '\n',
  read(text) {
    const entries = text.split('\n').map((line) => HEADER.exec(line)?.slice(1));
    return entries.includes(undefined) ? undefined : Object.fromEntries(entries as [string, string][]);
  },
  write: (headers) =>
    quoted(
      Object.entries(headers)
        .map((entry) => entry.join(': '))
        .join('\n'),
    ),
};
