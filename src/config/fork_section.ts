/**
 * Defines the settings of a fork of another chain. They are flags and variables only: a URL or a header may have a key,
 * which must not be in a file of the chain.
 */

import { BLOCK_NUMBER, FORK_URL, HTTP_HEADERS, TX_HASH } from '../settings/fork_kinds.js';
import { BOOLEAN, integer, optional } from '../settings/kinds.js';
import { section, setting, settingsOf } from '../settings/setting.js';
import { FORK_CACHE_OPTIONS, FORK_OPTIONS } from './options.js';

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
    ...settingsOf(FORK_OPTIONS),
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
    ...settingsOf(FORK_CACHE_OPTIONS),
  },
});
