/** Writes a gas price in the form for Cosmos clients: a number and a denom. */
import { cappedToUint256 } from '../../kernel/uint256.js';
import type { Chain } from '../chain/chain.js';

/** Leaves room for a base fee that rises before a transaction is in a block: six full blocks double it. */
const PRICE_ROOM = 2n;

/**
 * Returns a price for CosmJS's `GasPrice.fromString`, such as `2000000000ahalley`. It is twice the base fee of the next
 * block, or the chain's minimum if that is higher, rounded up to one digit. A chain with free gas gives `0uhub`.
 */
export function gasPriceOf({ app, blockStore }: Pick<Chain, 'app' | 'blockStore'>): string {
  const market = app.evm.nextBaseFee(blockStore.height) * PRICE_ROOM;
  const floor = app.evm.minGasPrice();
  return `${cappedToUint256(roundedUp(market > floor ? market : floor))}${app.params.baseDenom}`;
}

function roundedUp(price: bigint): bigint {
  const unit = 10n ** BigInt(price.toString().length - 1);
  return ((price + unit - 1n) / unit) * unit;
}
