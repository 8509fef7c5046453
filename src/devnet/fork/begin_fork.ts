/**
 * Begins a fork: requests the block from the node before the rest of the devnet is loaded, so that the response arrives
 * meanwhile. The command loads this file before the devnet.
 */
import type { Schedule } from '../../client/backoff.js';
import { RemoteNode } from '../../client/remote_node.js';
import type { ForkOptions } from '../options/fork_option.js';
import { readForkUrl } from '../options/fork_url.js';
import { type ChosenBlock, chooseBlock } from './choose_block.js';

/** Fork whose block was requested. */
export interface BegunFork {
  readonly node: RemoteNode;
  readonly url: string;
  /** Number that the options name; a negative one counts back. */
  readonly number: bigint | undefined;
  /** Rejects as `chooseBlock` does. A rejection that nobody handles does not end the process. */
  readonly chosen: Promise<ChosenBlock>;
}

/** Requests the block of a fork. Throws HalleyError `invalid-argument` for an invalid URL. */
export function beginFork(options: ForkOptions, schedule?: Schedule): BegunFork {
  const { url, number } = placeOf(options);
  const node = nodeOf(options, schedule);
  const chosen = chooseBlock(node, { number, transactionHash: options.transactionHash });
  chosen.catch(() => undefined);
  return { node, url, number, chosen };
}

/** Returns the node of the options, without sending a request. Throws HalleyError `invalid-argument`. */
export const nodeOf = (options: ForkOptions, schedule?: Schedule): RemoteNode =>
  new RemoteNode({ ...options, url: placeOf(options).url, schedule });

function placeOf(options: ForkOptions): Pick<BegunFork, 'url' | 'number'> {
  const { url, blockNumber } = readForkUrl(options.url);
  return { url, number: options.blockNumber ?? blockNumber };
}
