/** Describes the coin that pays for gas as wallets do (EIP-3085), by the bank's denom metadata. */
import { displayDecimals, readDenomMetadata } from '../../app/modules/bank/metadata.js';
import type { Chain } from '../chain/chain.js';

/** Describes the coin that pays for gas on a chain. */
export interface NativeCurrency {
  /** Name for people: `Halley`. The denom when the bank has no metadata of it. */
  readonly name: string;
  /** Short name: `HALLEY`. The denom when the bank has no metadata of it. */
  readonly symbol: string;
  /** Number of decimals between the unit that people read and the smallest one: 18 for `ahalley`. */
  readonly decimals: number;
}

/** Stands for the decimals of a coin that the bank does not describe: every EVM's native coin has as many. */
const EVM_DECIMALS = 18;

/** Reads it from the newest state, which includes changes by dev methods that no block holds yet. */
export function nativeCurrencyOf({ app }: Pick<Chain, 'app'>): NativeCurrency {
  const { baseDenom } = app.params;
  const metadata = readDenomMetadata(app.devTxs.latest, baseDenom);
  if (metadata === undefined) return { name: baseDenom, symbol: baseDenom, decimals: EVM_DECIMALS };
  const { name, symbol } = metadata;
  return { name: name || baseDenom, symbol: symbol || baseDenom, decimals: displayDecimals(metadata) };
}
