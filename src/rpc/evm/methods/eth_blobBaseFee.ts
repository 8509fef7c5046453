/**
 * Implements `eth_blobBaseFee`: returns what BLOBBASEFEE returns. No block has blobs, so the price stays at its
 * minimum. Shanghai has no price.
 */

import { evmMethod } from '../context.js';
import { hasBlobGas } from '../fees/blob_gas.js';

export const eth_blobBaseFee = evmMethod({
  name: 'eth_blobBaseFee',
  summary: 'Returns the price of a unit of blob gas in the next block, in wei: always 1; null before Cancun.',
  params: [],
  result: 'quantity or null',
  handler: ({ evm }) => (hasBlobGas(evm) ? '0x1' : null),
  example: { params: [], result: '0x1' },
});
