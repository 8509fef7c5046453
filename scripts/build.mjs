/**
 * Compiles the interpreter, then builds dist. Command and library are one CommonJS bundle behind a loader with V8's code
 * cache; lazily imported modules stay in the file and run when first imported, except for a few large packages. The
 * library's entries are ES modules with declarations. THIRD-PARTY-LICENSES is written from the contents of the bundles.
 * Native packages stay outside. The new bundles replace the old ones only when they are complete. `--bundles-only` omits
 * the declarations.
 */
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBundles } from './bundles.mjs';
import { publicTypes, writeTypes } from './declarations.mjs';
import { buildFingerprint, ROOT } from './ensure.mjs';
import { generateInterpreter } from './interpreter.mjs';
import { thirdPartyLicenses } from './licenses.mjs';

await generateInterpreter();
const fingerprint = buildFingerprint();
const draft = mkdtempSync(join(ROOT, 'node_modules/.halley-build-'));
try {
  const licenses = thirdPartyLicenses(await writeBundles(draft));
  for (const path of [draft, join(draft, 'cli.cjs')]) chmodSync(path, 0o755);
  writeFileSync(join(draft, '.built-from'), fingerprint);
  const dist = join(ROOT, 'dist');
  const old = `${draft}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
  writeFileSync(join(ROOT, 'THIRD-PARTY-LICENSES'), licenses);
} finally {
  rmSync(draft, { recursive: true, force: true });
}
if (!process.argv.includes('--bundles-only')) writeTypes(ROOT, publicTypes());
