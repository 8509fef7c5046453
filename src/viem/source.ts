/** Defines what this entry needs of a chain: a devnet, one of its chains, or the fixture `server`. */
import type { DevnetAccount, EvmProvider, NativeCurrency, Urls } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';

interface ChainFacts {
  /** Id of the consensus chain, such as `halley_31337-1`. */
  readonly chainId: string;
  /** Chain id of EIP-155. */
  readonly evmChainId: bigint | number;
  readonly nativeCurrency: NativeCurrency;
  /** Accounts for which the node signs, with their keys. */
  readonly accounts: readonly Pick<DevnetAccount, 'address' | 'privateKey'>[];
  readonly urls: Pick<Urls, 'evmHttp' | 'evmWs'>;
}

/** Chain in this process: a `Devnet`, or one of `devnet.chains`. */
export interface ChainInProcess extends ChainFacts {
  readonly provider: Pick<EvmProvider, 'request'>;
}

/** Chain of another process: the fixture `server` of `halley-devnet/vitest`. */
export interface ListeningChain extends ChainFacts {
  readonly provider?: never;
}

/** Throws HalleyError `invalid-argument` when `source` is not a chain; `name` is the function that was called with it. */
export function mustBeChain(source: unknown, name: string): void {
  if (isPromise(source))
    throw new HalleyError(
      'invalid-argument',
      `${name} got a promise, expected a devnet: write ${name}(await createDevnet())`,
    );
  const { chainId, urls, accounts } = (source ?? {}) as Partial<ChainFacts>;
  if (typeof chainId === 'string' && typeof urls === 'object' && Array.isArray(accounts)) return;
  throw new HalleyError(
    'invalid-argument',
    `${name} got ${source === null ? 'null' : typeof source}, expected a devnet, one of its chains, or the fixture "server"`,
  );
}

const isPromise = (value: unknown): boolean =>
  typeof (value as { readonly then?: unknown } | null)?.then === 'function';
