/**
 * Generates the pages of docs/reference from the definitions of methods, routes, settings, faults and scenarios, and the
 * guide of the tour from its exercises.
 *
 * `npx tsx scripts/generate-docs.ts` writes them. With `--check` it only compares, and fails with the names of those
 * that differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { assetRoutesPage } from './docs/asset_routes_page.js';
import { cometRoutesPage } from './docs/comet_routes_page.js';
import { configurationPage } from './docs/configuration_page.js';
import { evmMethodsPage } from './docs/evm_methods_page.js';
import { faultsPage } from './docs/faults_page.js';
import { type Page, pageText } from './docs/page.js';
import { scenariosPage } from './docs/scenarios_page.js';
import { tourPage } from './docs/tour_page.js';

const PAGES: readonly Page[] = [
  evmMethodsPage,
  cometRoutesPage,
  assetRoutesPage,
  configurationPage,
  faultsPage,
  scenariosPage,
  tourPage,
];

function main(check: boolean): number {
  const stale = PAGES.filter((page) => readOr(page.path, '') !== pageText(page));
  for (const page of stale)
    if (check) console.error(`${page.path} is out of date: run \`npm run generate\``);
    else writeFileSync(page.path, pageText(page));
  return check ? stale.length : 0;
}

function readOr(path: string, absent: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return absent;
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.includes('--check')) === 0 ? 0 : 1;
