/** Chooses the option `fork` of the chain that a reset makes. */

import type { ForkTarget } from '../../backend/evm/forked.js';
import { parseEndpoint } from '../../client/endpoint.js';
import { HalleyError } from '../../kernel/errors.js';
import { EVM_RPC_PORT } from '../../settings/default_ports.js';
import { type ForkOptions, fork as readFork } from '../options/fork_option.js';
import { readForkUrl } from '../options/fork_url.js';

/**
 * Returns the option for the target of a reset; undefined for a chain that is not a fork. `present` is the fork that
 * the devnet has now, or began with: its settings for requests and the cache remain. Its headers are sent only to the
 * same host, because they may contain API keys, and not together with headers of the target. A target with a URL has
 * the chain id of its own chain, as in Anvil. Throws HalleyError `invalid-argument`.
 */
export function forkOfTarget(
  target: ForkTarget | undefined,
  present: ForkOptions | undefined,
): ForkOptions | undefined {
  if (target === undefined) return undefined;
  const { url = present && readForkUrl(present.url).url, blockNumber } = target;
  // A reset to the present fork may come after another one that ended it.
  if (url === undefined && blockNumber === undefined) return undefined;
  if (url === undefined)
    throw new HalleyError(
      'invalid-argument',
      'this chain is not a fork: name the chain to fork with jsonRpcUrl, or leave out forking',
    );
  const { transactionHash, blockNumber: before, chainId, headers: headersBefore, ...rest } = present ?? { url };
  const isSameHost = present !== undefined && hostOf(url) === hostOf(present.url);
  const { headers = isSameHost ? headersBefore : undefined } = target;
  const own = {
    ...(target.url === undefined && chainId !== undefined && { chainId }),
    ...(headers !== undefined && { headers }),
  };
  return readFork({ ...rest, ...own, url, ...(blockNumber !== undefined && { blockNumber }) }, 'forking');
}

const hostOf = (url: string): string => parseEndpoint(readForkUrl(url).url, EVM_RPC_PORT).label;
