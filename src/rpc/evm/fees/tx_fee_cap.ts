/** Caps the fee of a transaction, so that an unintended fee is refused (evm-json-rpc.md 2.2). */
import { refusal } from '../../jsonrpc/errors.js';

const COIN = 1e18;

/**
 * Checks a fee against `cap`, in wei; 0n is no limit. `price` is in wei for each unit of gas. Throws RpcError with a
 * node's error text.
 */
export function checkTxFee(price: bigint, gas: bigint, cap: bigint): void {
  const fee = price * gas;
  if (cap === 0n || fee <= cap) return;
  const coins = (wei: bigint): string => (Number(wei) / COIN).toFixed(2);
  throw refusal(`tx fee (${coins(fee)} ether) exceeds the configured cap (${coins(cap)} ether)`);
}
