/**
 * Implements `npm start -- FLAGS`, which runs `halley start FLAGS` from a clone, and installs and builds it when
 * needed. Ctrl-C reaches the devnet itself.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ROOT } from './ensure.mjs';

ensureBuilt();
const cli = join(ROOT, 'dist/cli.cjs');
process.argv.splice(1, 1, cli, 'start');
await import(pathToFileURL(cli).href);
