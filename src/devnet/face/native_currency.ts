/** The coin that pays for gas, as wallets describe it (EIP-3085), from the bank's denom metadata. */
import { displayDecimals, readDenomMetadata } from '../../app/modules/bank/metadata.js';
import type { Chain } from '../chain.js';

/** The coin that pays for gas on a chain. */
export interface NativeCurrency {
  /** Name for people: `Halley`. The denom when the bank has no metadata of it. */
  readonly name: string;
  /** Short name: `HALLEY`. The denom when the bank has no metadata of it. */
  readonly symbol: string;
  /** Number of decimals between the unit that people read and the smallest one: 18 for `ahalley`. */
  readonly decimals: number;
}

/** Decimals of a coin that the bank does not describe: those of every EVM's native coin. */
const EVM_DECIMALS = 18;

/** Reads it from the newest state, which includes changes by dev methods that no block holds yet. */
export function nativeCurrencyOf({ app }: Pick<Chain, 'app'>): NativeCurrency {
  const { baseDenom } = app.params;
  const metadata = readDenomMetadata(app.steering.latest, baseDenom);
  if (metadata === undefined) return { name: baseDenom, symbol: baseDenom, decimals: EVM_DECIMALS };
  const { name, symbol } = metadata;
  return { name: name || baseDenom, symbol: symbol || baseDenom, decimals: displayDecimals(metadata) };
}
