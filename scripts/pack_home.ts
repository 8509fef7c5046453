/**
 * Packs a home folder into one small file: `npx tsx scripts/pack_home.ts HOME FILE`. Tests unpack such files to open
 * homes of earlier versions (`test/vectors/homes`). A change of the store's version adds a file of the previous
 * version.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/** Matches files that belong to a process, not to the chain. */
const OF_A_PROCESS = /(^|\/)(LOG|LOG\.old|LOCK)$|^lock\//;

function pack(home: string): Uint8Array {
  const names = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(home.length + 1))
    .filter((name) => !OF_A_PROCESS.test(name))
    .sort();
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(home, name), 'base64')]));
  return brotliCompressSync(JSON.stringify(files));
}

export function unpackHome(file: string, home: string): void {
  const files = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Record<string, string>;
  for (const [name, base64] of Object.entries(files)) {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(base64, 'base64'));
  }
}

const [home, file] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && home !== undefined && file !== undefined)
  writeFileSync(file, pack(home));
