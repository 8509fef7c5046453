/** Converts the settings of a fork to the option of the public API. It loads before the devnet does. */
import type { ResolvedConfig } from '../config/schema.js';
import type { DevnetOptions } from '../devnet/index.js';

/** Returns the option of a fork, or undefined without its URL. */
export function forkOption({ fork }: ResolvedConfig): DevnetOptions['fork'] {
  const { url, chainId, noRateLimit, ...others } = fork;
  if (url === undefined) return undefined;
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  return {
    ...{ url, ...given },
    ...(chainId !== undefined && { chainId: BigInt(chainId) }),
    ...(noRateLimit === true && { computeUnitsPerSecond: 0 }),
  };
}
