/** The coin that pays for gas, as wallets describe it (EIP-3085), by the bank's denom metadata. */
import { displayDecimals, readDenomMetadata } from '../../app/modules/bank/metadata.js';
import type { Chain } from '../chain/chain.js';

/** Coin that pays for gas on a chain. */
export interface NativeCurrency {
  /** Display name, such as `Halley`. It is the denom when the bank has no metadata. */
  readonly name: string;
  /** Short name, such as `HALLEY`. It is the denom when the bank has no metadata. */
  readonly symbol: string;
  /** Number of decimals between the displayed unit and the smallest one: 18 for `ahalley`. */
  readonly decimals: number;
}

/** Decimals of a coin without bank metadata, because the native coin of every EVM has 18 decimals. */
const EVM_DECIMALS = 18;

/** Reads the currency from the newest state, which includes dev transactions that no block holds yet. */
export function nativeCurrencyOf({ app }: Chain): NativeCurrency {
  const { baseDenom } = app.params;
  const metadata = readDenomMetadata(app.devTxs.latest, baseDenom);
  if (metadata === undefined) return { name: baseDenom, symbol: baseDenom, decimals: EVM_DECIMALS };
  const { name, symbol } = metadata;
  return { name: name || baseDenom, symbol: symbol || baseDenom, decimals: displayDecimals(metadata) };
}
