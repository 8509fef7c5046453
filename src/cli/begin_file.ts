/** Writes the file that `halley scenario new` and `halley fixtures new` begin with. */
import { existsSync, writeFileSync } from 'node:fs';
import { HalleyError } from '../kernel/errors.js';

/** Writes a new file and prints its path. Throws HalleyError `conflict` for one that exists. */
export function beginFile(file: string, text: string): void {
  if (existsSync(file))
    throw new HalleyError('conflict', `${file} exists already: expected the path of a file that does not exist`);
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    throw new HalleyError('unavailable', `cannot write ${file}: ${(error as Error).message}`);
  }
  process.stdout.write(`${file}\n`);
}
