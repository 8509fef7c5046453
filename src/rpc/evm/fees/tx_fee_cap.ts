/** How much a transaction may pay for its gas before the node asks whether that was meant (evm-json-rpc.md 2.2). */
import { refusal } from '../../jsonrpc/errors.js';

const COIN = 1e18;

/** `price` is wei for a unit of gas, `cap` wei; 0n is no limit. Throws RpcError in a node's words. */
export function checkTxFee(price: bigint, gas: bigint, cap: bigint): void {
  const fee = price * gas;
  if (cap === 0n || fee <= cap) return;
  const coins = (wei: bigint): string => (Number(wei) / COIN).toFixed(2);
  throw refusal(`tx fee (${coins(fee)} ether) exceeds the configured cap (${coins(cap)} ether)`);
}
