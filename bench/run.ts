/**
 * Implements `npm run bench`, which measures Halley beside Anvil and CometBFT if their binaries are found. It prints
 * best and median. README.md in this folder explains each row. `--help` lists the options.
 */

import { measureAgainst } from './against.js';
import { assetRows } from './assets.js';
import { closeConnections } from './client.js';
import { measureCometbft } from './cometbft.js';
import { measureCompute } from './compute.js';
import { measureConsensus } from './consensus.js';
import { measureDashboard } from './dashboard.js';
import { measureEdr } from './edr.js';
import { measureEvm } from './evm.js';
import { measureFork } from './fork.js';
import { measureHeights } from './heights.js';
import { clearUpAtExit } from './leftovers.js';
import { relayRows } from './relaying.js';
import { measureScale } from './scale.js';
import { measureSdk } from './sdk.js';
import { printTable } from './table.js';

const quick = process.argv.includes('--quick');
/** Description of each part, by its option. */
const PARTS = {
  '--evm': "EVM JSON-RPC, beside Anvil and Hardhat's node",
  '--edr': 'test suites in process, beside Hardhat 2 and 3, on each installed Node.js',
  '--compute': 'code that runs long, beside the same',
  '--heights': 'heights in process, with 1 to 100 validators',
  '--consensus': 'CometBFT RPC, beside CometBFT',
  '--assets': 'the asset API',
  '--relaying': 'IBC relaying',
  '--fork': 'a forked chain, beside Anvil',
  '--dashboard': 'the dashboard',
  '--sdk': 'REST and gRPC, beside wasmd',
  '--scale': 'memory and times while blocks, accounts and snapshots grow; only when named',
  '--cometbft': 'the application under CometBFT: 1, 4 and 7 validators, and 4 with slow links, beside evmd',
} as const;
type Part = keyof typeof PARTS;

if (process.argv.includes('--help')) {
  console.log('Usage: npm run bench -- [--quick] [PART…]\n       npm run bench -- --against REV [--quick]\n');
  console.log('Without a part, all run. --quick shortens the run. --against compares this tree with another commit.\n');
  for (const [part, measures] of Object.entries(PARTS)) console.log(`  ${part.padEnd(12)} ${measures}`);
  process.exit();
}
const asked = (Object.keys(PARTS) as Part[]).filter((part) => process.argv.includes(part));
const has = (part: Part): boolean => (asked.length === 0 && part !== '--scale') || asked.includes(part);

clearUpAtExit((quick ? 15 : 45) * 60_000);
const against = process.argv.indexOf('--against');
if (against !== -1) {
  await measureAgainst(process.argv[against + 1] ?? 'HEAD', quick ? 5 : 11);
  process.exit();
}
if (has('--evm')) await measureEvm();
if (has('--edr')) await measureEdr(quick);
if (has('--compute')) await measureCompute(quick);
if (has('--heights')) await measureHeights(quick);
if (has('--consensus')) await measureConsensus(quick);
if (has('--assets')) printTable([{ name: 'Halley', rows: await assetRows(quick) }]);
if (has('--relaying')) printTable([{ name: 'Halley', rows: await relayRows(quick) }]);
if (has('--fork')) await measureFork(quick);
if (has('--dashboard')) await measureDashboard(quick);
if (has('--sdk')) await measureSdk(quick);
if (has('--scale')) await measureScale(quick);
if (has('--cometbft')) await measureCometbft(quick);
closeConnections();
