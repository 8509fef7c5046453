/** Reads the Ethereum hash that the application reports for an executed transaction, in the `ethereum_tx` event. */
import type { ExecTxResult } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';
import { fromHex } from '../kernel/hex.js';

/** Type of the event that marks a transaction as an Ethereum one. */
export const ETHEREUM_TX = 'ethereum_tx';

/** Returns undefined for a transaction that is not an Ethereum one, and for one that failed before the EVM ran. */
export function ethereumHashOf(result: ExecTxResult): Bytes | undefined {
  if (result.code !== 0) return undefined;
  for (const event of result.events) {
    if (event.type !== ETHEREUM_TX) continue;
    const attribute = event.attributes.find(({ key }) => key === 'ethereumTxHash');
    if (attribute !== undefined) return fromHex(attribute.value);
  }
  return undefined;
}
