/** Reads the genesis document that `--genesis` names. */
import { existsSync } from 'node:fs';
import { readGenesisFile } from '../config/files.js';
import { genesisNamed, isGenesisName } from '../config/genesis_names.js';

/** Recognizes a path by a separator, an extension, or an existing file of that name. Any other word is a name. */
const isPath = (text: string): boolean => /[./\\]/.test(text) || existsSync(text);

/**
 * Returns the document as parsed JSON. A document of the package takes precedence over a file of the same name, whose
 * path is `./name`. Throws HalleyError `invalid-genesis` that names the file, or lists the documents that exist.
 */
export async function givenGenesis(nameOrPath: string): Promise<unknown> {
  return !isGenesisName(nameOrPath) && isPath(nameOrPath) ? readGenesisFile(nameOrPath) : genesisNamed(nameOrPath);
}
