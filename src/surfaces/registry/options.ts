/** Defines the options of the registry. */
import { CREDIT_AMOUNT } from '../../settings/bounds.js';
import { type Members, type Reader, whole } from '../../settings/reader.js';
import { orBoolean, SERVER_ADDRESS, type ServerAddress } from '../../settings/server_options.js';

/** Configures the registry, which describes the chains to wallets and gives coins. */
export interface RegistryOptions extends ServerAddress {
  /** Amount that the faucet gives, in units of `10^decimals` of the denom. The default is 10. */
  readonly creditAmount?: number;
}

export interface SurfaceOption {
  /** The registry and the faucet. */
  readonly registry?: RegistryOptions | boolean;
}

export const registry: Reader<RegistryOptions | boolean> = orBoolean({
  ...SERVER_ADDRESS,
  creditAmount: whole(CREDIT_AMOUNT.least, CREDIT_AMOUNT.most),
} satisfies Members<RegistryOptions>);
