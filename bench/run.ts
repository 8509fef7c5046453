/**
 * Implements `npm run bench`, which measures Halley beside Anvil and CometBFT if their binaries are found. It prints
 * best and median. README.md in this folder explains each row. `--quick` shortens it; `--evm`, `--compute`,
 * `--heights`, `--consensus`, `--assets`, `--relaying`, `--fork`, `--dashboard` and `--cometbft` select parts.
 */

import { assetRows } from './assets.js';
import { closeConnections } from './client.js';
import { measureCometbft } from './cometbft.js';
import { measureCompute } from './compute.js';
import { measureConsensus } from './consensus.js';
import { measureDashboard } from './dashboard.js';
import { measureEvm } from './evm.js';
import { measureFork } from './fork.js';
import { measureHeights } from './heights.js';
import { clearUpAtExit } from './leftovers.js';
import { relayRows } from './relaying.js';
import { printTable } from './table.js';

const quick = process.argv.includes('--quick');
const PARTS = [
  '--evm',
  '--compute',
  '--heights',
  '--consensus',
  '--assets',
  '--relaying',
  '--fork',
  '--dashboard',
  '--cometbft',
] as const;
const asked = PARTS.filter((part) => process.argv.includes(part));
const has = (part: (typeof PARTS)[number]): boolean => asked.length === 0 || asked.includes(part);

clearUpAtExit((quick ? 5 : 30) * 60_000);
if (has('--evm')) await measureEvm();
if (has('--compute')) await measureCompute(quick);
if (has('--heights')) await measureHeights(quick);
if (has('--consensus')) await measureConsensus(quick);
if (has('--assets')) printTable([{ name: 'Halley', rows: await assetRows(quick) }]);
if (has('--relaying')) printTable([{ name: 'Halley', rows: await relayRows(quick) }]);
if (has('--fork')) await measureFork(quick);
if (has('--dashboard')) await measureDashboard(quick);
if (has('--cometbft')) await measureCometbft(quick);
closeConnections();
