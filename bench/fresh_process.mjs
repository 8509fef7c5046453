/**
 * Measures a process that has just started, like that of a test suite. `node fresh_process.mjs LIBRARY` reads
 * `{ raws, marks, heights, snapshots }` as JSON from stdin. LIBRARY is Halley, or Hardhat in a project of its own, which
 * is the working folder. It opens a chain, sends the raw transactions in order, each
 * with its receipt, then mines empty heights, then takes snapshots, sends the transactions of each and reverts. It prints
 * the milliseconds of each part as JSON.
 */
import { readFileSync } from 'node:fs';

const { raws, marks, heights, snapshots } = JSON.parse(readFileSync(0, 'utf8'));
const since = (/** @type {number} */ start) => performance.now() - start;

/** Opens a chain of the library, without servers. */
async function open(/** @type {string} */ library) {
  const { createDevnet, default: hardhat } = await import(library);
  if (createDevnet !== undefined) return createDevnet({ jsonRpc: false, rpc: false, assets: false });
  // Hardhat 2 has one network, and Hardhat 3 makes one for each connection.
  const { provider, close = () => {} } = (await hardhat.network.connect?.()) ?? hardhat.network;
  return { provider, close, mine: () => provider.request({ method: 'hardhat_mine' }) };
}

const opening = performance.now();
const devnet = await open(process.argv[2]);
const ask = (/** @type {string} */ method, /** @type {unknown[]} */ ...params) =>
  devnet.provider.request({ method, params });
await ask('eth_chainId');
const startMs = since(opening);

async function confirm(/** @type {string} */ raw) {
  const hash = await ask('eth_sendRawTransaction', raw);
  const receipt = await ask('eth_getTransactionReceipt', hash);
  if (receipt?.status !== '0x1') throw new Error(`transaction ${hash} has no successful receipt`);
}

/** Time from the first transaction until each marked number of them has its receipt. */
const marksMs = [];
const sending = performance.now();
for (const [index, raw] of raws.entries()) {
  await confirm(raw);
  if (marks.includes(index + 1)) marksMs.push(since(sending));
}

const mining = performance.now();
for (let height = 0; height < heights; height++) await devnet.mine();
const heightsMs = since(mining);

const reverting = performance.now();
for (const own of snapshots) {
  const id = await ask('evm_snapshot');
  for (const raw of own) await confirm(raw);
  await ask('evm_revert', id);
}
const snapshotsMs = since(reverting);

await devnet.close();
process.stdout.write(JSON.stringify({ startMs, marksMs, heightsMs, snapshotsMs }), () => process.exit());
