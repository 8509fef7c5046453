/**
 * `npm run bench`: Halley beside Anvil and beside CometBFT, where their binaries are found, best and median. See
 * README.md in this folder for what each row means. `--quick` shortens it, `--evm` and `--consensus` leave out the other.
 */

import { closeConnections } from './client.js';
import { measureConsensus } from './consensus.js';
import { measureEvm } from './evm.js';
import { clearUpAtExit } from './leftovers.js';

const quick = process.argv.includes('--quick');
const only = ['--evm', '--consensus'].filter((part) => process.argv.includes(part));

clearUpAtExit((quick ? 5 : 30) * 60_000);
if (!only.includes('--consensus') || only.length === 2) await measureEvm();
if (only.length !== 1) console.log();
if (!only.includes('--evm') || only.length === 2) await measureConsensus(quick);
closeConnections();
