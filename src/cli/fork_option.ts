/** Converts the settings of a fork to the option of the public API. It loads before the devnet does. */
import type { ResolvedConfig } from '../config/schema.js';
import type { DevnetOptions } from '../devnet/index.js';

/** Returns the option of a fork, or undefined without its URL. */
export function forkOption({ fork }: ResolvedConfig): DevnetOptions['fork'] {
  const { url, chainId, noRateLimit, ...others } = fork;
  if (url === undefined) return undefined;
  return {
    url,
    ...others,
    chainId: chainId === undefined ? undefined : BigInt(chainId),
    computeUnitsPerSecond: noRateLimit === true ? 0 : others.computeUnitsPerSecond,
  };
}
