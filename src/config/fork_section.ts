/**
 * Defines the settings of a fork of another chain. They are flags and variables only: a URL or a header may have a key,
 * which must not be in a file of the chain.
 */

import { MAX_FORK_MS, MAX_FORK_RETRIES } from '../settings/bounds.js';
import { BLOCK_NUMBER, FORK_URL, HTTP_HEADERS, TX_HASH } from '../settings/fork_kinds.js';
import { BOOLEAN, FILE, integer, optional } from '../settings/kinds.js';
import { section, setting } from '../settings/setting.js';

export const FORK = section({
  file: undefined,
  table: '',
  prefixed: false,
  title: 'Fork of another chain',
  settings: {
    url: setting(
      'fork-url',
      optional(FORK_URL, 'http://127.0.0.1:8545'),
      undefined,
      'JSON-RPC of the chain to fork, at its newest block or at URL@BLOCK',
    ),
    blockNumber: setting(
      'fork-block-number',
      optional(BLOCK_NUMBER, 0n),
      undefined,
      'Block after which the fork begins; a negative number counts back from the newest block',
    ),
    transactionHash: setting(
      'fork-transaction-hash',
      optional(TX_HASH, `0x${'0'.repeat(64)}`),
      undefined,
      'Transaction up to which (inclusive) its block is executed; the fork begins after the block before',
    ),
    chainId: setting(
      'fork-chain-id',
      optional(integer(1), 1),
      undefined,
      'EIP-155 chain id of the fork (default: that of the other chain)',
    ),
    headers: setting(
      'fork-header',
      optional(HTTP_HEADERS, {}),
      undefined,
      'HTTP header of the requests, such as "x-api-key: abc"; repeatable',
    ),
    retries: setting(
      'retries',
      optional(integer(0, MAX_FORK_RETRIES), 5),
      undefined,
      'Number of times that a request is retried after a temporary failure (default: 5)',
    ),
    retryBackoffMs: setting(
      'fork-retry-backoff',
      optional(integer(0, MAX_FORK_MS), 1000),
      undefined,
      'Delay before the first retry, in milliseconds; it doubles each time (default: 1000)',
    ),
    timeoutMs: setting(
      'timeout',
      optional(integer(1, MAX_FORK_MS), 45_000),
      undefined,
      'Time limit of a request, in milliseconds (default: 45000)',
    ),
    computeUnitsPerSecond: setting(
      'compute-units-per-second',
      optional(integer(1), 330),
      undefined,
      'Compute units per second that retries assume after the node has reported too many requests (default: 330)',
    ),
    noRateLimit: setting(
      'no-rate-limit',
      optional(BOOLEAN, true),
      undefined,
      'Ignore compute units when requests are retried',
    ),
    cachePath: setting(
      'cache-path',
      optional(FILE, 'cache'),
      undefined,
      'Folder of the cache of fetched data (default: halley/fork in the cache folder of the user)',
    ),
    noStorageCaching: setting('no-storage-caching', optional(BOOLEAN, true), undefined, 'Do not cache fetched data'),
  },
});
