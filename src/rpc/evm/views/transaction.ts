/**
 * Writes a transaction object (evm-json-rpc.md 3.4). r and s are quantities; the members of its block are null while it
 * is pending.
 */
import type { Authorization, EvmTransaction } from '../../../backend/evm/block.js';
import { to0x } from '../../../kernel/hex.js';
import type { Json, JsonObject } from '../../../kernel/json.js';
import { quantity } from '../quantity.js';

export const accessListView = (list: NonNullable<EvmTransaction['accessList']>): Json =>
  list.map(({ address, storageKeys }) => ({ address: to0x(address), storageKeys: storageKeys.map(to0x) }));

const authorizationView = (authorization: Authorization): Json => ({
  chainId: quantity(authorization.chainId),
  address: to0x(authorization.address),
  nonce: quantity(authorization.nonce),
  yParity: quantity(authorization.yParity),
  r: quantity(authorization.r),
  s: quantity(authorization.s),
});

/** Returns the price of a unit of gas in wei. Without a base fee it is the fee cap. */
export function effectiveGasPrice(tx: EvmTransaction, baseFee: bigint | undefined): bigint {
  const cap = tx.maxFeePerGas ?? tx.gasPrice ?? 0n;
  if (tx.maxFeePerGas === undefined || baseFee === undefined) return cap;
  const price = (tx.maxPriorityFeePerGas ?? 0n) + baseFee;
  return price < cap ? price : cap;
}

/** Returns the members that only some transaction types have. */
function typeMembers(tx: EvmTransaction): { readonly [name: string]: Json } {
  const members: { [name: string]: Json } = {};
  if (tx.maxFeePerGas !== undefined) members['maxFeePerGas'] = quantity(tx.maxFeePerGas);
  if (tx.maxPriorityFeePerGas !== undefined) members['maxPriorityFeePerGas'] = quantity(tx.maxPriorityFeePerGas);
  if (tx.type !== 0) members['accessList'] = accessListView(tx.accessList ?? []);
  if (tx.authorizationList !== undefined) members['authorizationList'] = tx.authorizationList.map(authorizationView);
  if (tx.chainId !== undefined) members['chainId'] = quantity(tx.chainId);
  if (tx.type !== 0) members['yParity'] = quantity(tx.v);
  return members;
}

export function transactionView(tx: EvmTransaction): JsonObject {
  const { inclusion } = tx;
  return {
    blockHash: inclusion === undefined ? null : to0x(inclusion.blockHash),
    blockNumber: inclusion === undefined ? null : quantity(inclusion.blockNumber),
    ...(inclusion !== undefined && { blockTimestamp: quantity(inclusion.timestamp) }),
    from: to0x(tx.from),
    gas: quantity(tx.gas),
    gasPrice: quantity(effectiveGasPrice(tx, inclusion?.baseFeePerGas)),
    hash: to0x(tx.hash),
    input: to0x(tx.input),
    nonce: quantity(tx.nonce),
    to: tx.to === undefined ? null : to0x(tx.to),
    transactionIndex: inclusion === undefined ? null : quantity(inclusion.transactionIndex),
    value: quantity(tx.value),
    type: quantity(tx.type),
    ...typeMembers(tx),
    v: quantity(tx.v),
    r: quantity(tx.r),
    s: quantity(tx.s),
  };
}
