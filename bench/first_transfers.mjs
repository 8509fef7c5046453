/**
 * Measures a process that has just started, like that of a test suite. `node first_transfers.mjs LIBRARY` reads raw
 * transactions as a JSON list from stdin. It sends them in order through a devnet of its own, each with its receipt,
 * and prints the milliseconds of one.
 */
import { readFileSync } from 'node:fs';

const raws = JSON.parse(readFileSync(0, 'utf8'));
const { createDevnet } = await import(process.argv[2]);
const devnet = await createDevnet({ jsonRpc: false, rpc: false, assets: false });
const start = performance.now();
for (const raw of raws) {
  const hash = await devnet.provider.request({ method: 'eth_sendRawTransaction', params: [raw] });
  const receipt = await devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  if (receipt?.status !== '0x1') throw new Error(`transaction ${hash} has no successful receipt`);
}
console.log((performance.now() - start) / raws.length);
await devnet.close();
