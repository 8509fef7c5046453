/** Defines the options of the registry. */
import { boolean, type Members, type Reader, whole } from '../../settings/reader.js';
import { address, orBoolean, type Where } from '../../settings/server_options.js';

/** Configures the registry, which describes the chains to wallets and gives coins. */
export interface RegistryOptions {
  /** Address at which HTTP listens. */
  readonly address?: Where;
  /** Takes a free port when the port of the address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** Amount that the faucet gives, in units of `10^decimals` of the denom. The default is 10. */
  readonly creditAmount?: number;
}

export interface SurfaceOption {
  /** The registry and the faucet. */
  readonly registry?: RegistryOptions | boolean;
}

export const registry: Reader<RegistryOptions | boolean> = orBoolean({
  address,
  orFreePort: boolean,
  creditAmount: whole(1, 1_000_000_000),
} satisfies Members<RegistryOptions>);
