/** Builds the ledger of the tests as a program; a bundle starts in a fraction of the time that the sources take. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

/** Returns the command of the program for `--app-command`. The program is removed after the tests of the file. */
export async function ledgerCommand(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'halley-ledger-'));
  const outfile = join(folder, 'ledger.cjs');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    ...{ entryPoints: [join(import.meta.dirname, 'ledger_process.ts')], outfile, logLevel: 'error' },
    ...{ bundle: true, platform: 'node', format: 'cjs' },
  });
  return `"${process.execPath}" ${outfile} {address} {home}`;
}
