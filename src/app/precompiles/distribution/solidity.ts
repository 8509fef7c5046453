/** Translates distribution's values from and to Solidity's types (cosmos/evm `precompiles/distribution`). */
import { FRACTION_DIGITS } from '../../types/coins.js';
import type { DecCoins } from '../../types/dec_coins.js';

export const COIN = 'struct Coin { string denom; uint256 amount; }';
export const DEC_COIN = 'struct DecCoin { string denom; uint256 amount; uint8 precision; }';

/** Makes an output of the type `DecCoin[]`. */
export const solidityDecCoins = (coins: DecCoins) => coins.map((coin) => ({ ...coin, precision: FRACTION_DIGITS }));
