/**
 * Defines the option of `createDevnet` for a fork of another chain. URLs and headers may contain API keys, so no error
 * shows them.
 */
import { parseEndpoint } from '../../client/endpoint.js';
import { FORK_CACHE_OPTIONS, FORK_OPTIONS } from '../../config/options.js';
import { HalleyError } from '../../kernel/errors.js';
import { EVM_RPC_PORT } from '../../settings/default_ports.js';
import { isRecord, type Members, object, type Reader, readersOf, where, whole } from '../../settings/reader.js';
import { readForkUrl } from './fork_url.js';

/** Chain to fork, and how requests are sent to its node. */
export interface ForkOptions {
  /**
   * URL of the node's EVM JSON-RPC. It may end in `@BLOCK`, as in Anvil. Errors and logs show only its protocol, host
   * and port.
   */
  readonly url: string;
  /** Block after which the fork begins. A negative number counts back from the newest block, which is the default. */
  readonly blockNumber?: bigint;
  /**
   * Hash of a transaction of the other chain. The fork starts from the state before its block, and executes the
   * transactions of that block up to and including this one.
   */
  readonly transactionHash?: string;
  /** EIP-155 chain id. The default is that of the other chain. */
  readonly chainId?: bigint;
  /** Adds HTTP headers to each request, such as one with a key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Retries of a request after a temporary failure. The default is 5. */
  readonly retries?: number;
  /** Delay before the first retry, in milliseconds; it doubles each time. The default is 1000. */
  readonly retryBackoffMs?: number;
  /** Longest time of an HTTP request, in milliseconds. The default is 45000. */
  readonly timeoutMs?: number;
  /**
   * Compute units per second that retries assume after the node has reported too many requests. The default is 330; 0
   * turns this off.
   */
  readonly computeUnitsPerSecond?: number;
  /** Folder that caches fetched data for later runs. The default is `halley/fork` in the user's cache folder. */
  readonly cachePath?: string;
  /** Turns the cache on disk off. The default is false. */
  readonly noStorageCaching?: boolean;
}

/** Highest chain id that the consensus chain id can contain. */
const MAX_CHAIN_ID = 2n ** 63n - 1n;

const url: Reader<string> = (value, option) => {
  if (typeof value !== 'string')
    throw new HalleyError('invalid-argument', `${option} is not a string, expected the URL of a node's JSON-RPC`, {
      option,
    });
  try {
    parseEndpoint(readForkUrl(value).url, EVM_RPC_PORT);
  } catch (error) {
    if (!(error instanceof HalleyError)) throw error;
    throw new HalleyError('invalid-argument', `${option} is invalid: ${error.message}`, { option });
  }
  return value;
};

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

const headers: Reader<Readonly<Record<string, string>>> = (value, option) => {
  const names = isRecord(value) ? Object.keys(value) : [''];
  const wrong = names.find((name) => !HEADER_NAME.test(name) || !isHeaderValue((value as object)[name as never]));
  if (wrong === undefined) return value as Readonly<Record<string, string>>;
  const place = isRecord(value) && HEADER_NAME.test(wrong) ? `${option}["${wrong}"]` : option;
  throw new HalleyError(
    'invalid-argument',
    `${place} is invalid, expected an object of HTTP headers whose names are tokens and whose values are one line of text`,
    { option },
  );
};

const FORK = {
  url,
  blockNumber: where<bigint>(
    (value) => typeof value === 'bigint',
    'the number of a block as a bigint, or -1n for the block before the newest one',
  ),
  transactionHash: where<string>(
    (value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value),
    'the hash of a transaction, 0x and 64 hex digits',
  ),
  chainId: where<bigint>(
    (value) => typeof value === 'bigint' && value > 0n && value <= MAX_CHAIN_ID,
    `a bigint from 1n to ${MAX_CHAIN_ID}n`,
  ),
  headers,
  ...readersOf(FORK_OPTIONS),
  computeUnitsPerSecond: whole(0),
  ...readersOf(FORK_CACHE_OPTIONS),
} satisfies Members<ForkOptions>;

const members = object<ForkOptions>(FORK, { required: ['url'], expected: 'an object with the URL of a node' });

/** Reads the option. Throws HalleyError `invalid-argument`. */
export const fork: Reader<ForkOptions> = (value, option) => {
  // A text may be a URL with a key.
  if (!isRecord(value))
    throw new HalleyError('invalid-argument', `${option} is not an object, expected one such as { url }`, { option });
  const options = members(value, option);
  const blocks = [
    ['blockNumber', options.blockNumber],
    ['transactionHash', options.transactionHash],
    ['the @BLOCK of the URL', readForkUrl(options.url).blockNumber],
  ].flatMap(([name, given]) => (given === undefined ? [] : [name as string]));
  if (blocks.length > 1)
    throw new HalleyError(
      'invalid-argument',
      `${option} has ${blocks.join(' and ')}, which exclude each other: give one of them`,
      { option },
    );
  return options;
};
