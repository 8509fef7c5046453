/**
 * Serves the contract of a coin that existed before its contract: an ERC-20 whose balances are the bank's. The base
 * denom's contract can also wrap.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { isNative, pairOfContract } from '../../modules/erc20/store.js';
import { definePrecompile, type Precompile } from '../../sdk/solidity/precompile.js';
import type { StateReader } from '../../state/types.js';
import { checksumAddress } from '../../types/address.js';
import { COIN_FUNCTIONS, ERC20_PRICES } from './coin_functions.js';
import { DEPOSIT_FUNCTION, WRAPPED_FUNCTIONS, WRAPPED_PRICES } from './wrapped_functions.js';

const valueRefusal = (value: bigint): string => `cannot receive funds, received: ${value}`;

/** Returns the contract at an address. It is undefined where no coin has its contract. */
export function coinContractAt(state: StateReader, address: Bytes): Precompile | undefined {
  const isWrapped = isNative(state, 'native', address);
  if (!isWrapped && !isNative(state, 'dynamic', address)) return undefined;
  if (pairOfContract(state, address) === undefined) return undefined;
  const text = checksumAddress(address);
  return isWrapped
    ? definePrecompile('werc20', text, WRAPPED_FUNCTIONS, {
        prices: WRAPPED_PRICES,
        valueRefusal,
        fallback: DEPOSIT_FUNCTION,
      })
    : definePrecompile('erc20', text, COIN_FUNCTIONS, { prices: ERC20_PRICES, valueRefusal });
}
