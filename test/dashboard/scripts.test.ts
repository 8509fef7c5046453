/** Tests how much script the built page loads. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../dist/dashboard/', import.meta.url));
const IMPORT = /(?:from|import)"\.\/([\w-]+\.js)"/g;

/** Most bytes before compression: of the first view, and of all views together. */
const FIRST_BYTES = 128_000;
const ALL_BYTES = 352_000;
/** Most bytes of the script that pages of others load. */
const WALLET_BYTES = 25_000;

const textOf = (name: string): string => readFileSync(`${FOLDER}${name}`, 'utf8');

/** Lists a script and those that it loads at once. */
function loadedWith(first: string): ReadonlySet<string> {
  const found = new Set([first]);
  for (const name of found) for (const [, other] of textOf(name).matchAll(IMPORT)) found.add(other as string);
  return found;
}

const bytesOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + Buffer.byteLength(textOf(name)), 0);

it('loads the script of the first view, and not those of others', () => {
  const first = loadedWith('app.js');
  expect(first.size).toBeGreaterThan(3);
  expect(bytesOf(first)).toBeLessThan(FIRST_BYTES);
});

it('has no script of a package that no view needs', () => {
  const scripts = readdirSync(FOLDER).filter((name) => name.endsWith('.js') && name !== 'wallet.js');
  expect(bytesOf(scripts)).toBeLessThan(ALL_BYTES);
  for (const name of scripts) expect(textOf(name)).not.toMatch(/import\("(?!\.\/)/);
});

it('has a small script for the wallet', () => {
  expect(bytesOf(['wallet.js'])).toBeLessThan(WALLET_BYTES);
});
