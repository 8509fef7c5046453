/** `eth_blobBaseFee`: what BLOBBASEFEE shows. No block holds blobs, so the price stays at its floor. */
import { evmMethod } from '../context.js';

export const eth_blobBaseFee = evmMethod({
  name: 'eth_blobBaseFee',
  summary: 'Price of a unit of blob gas in the next block, in wei: always 1.',
  params: [],
  result: 'quantity',
  handler: () => '0x1',
  example: { params: [], result: '0x1' },
});
