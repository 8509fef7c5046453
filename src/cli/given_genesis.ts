/** Reads the genesis document that `--genesis` names. */
import { existsSync } from 'node:fs';
import { readGenesisFile } from '../config/files.js';
import { genesisNamed, isGenesisName } from '../config/genesis_names.js';

/** Tells a path by a separator, an extension, or a file of that name; any other word is a name. */
const isPath = (text: string): boolean => /[./\\]/.test(text) || existsSync(text);

/**
 * Returns the document as parsed JSON. A document of the package comes before a file of the same name, for which `./name`
 * is the path. Throws HalleyError `invalid-genesis` that names the file, or the documents there are.
 */
export async function givenGenesis(nameOrPath: string): Promise<unknown> {
  return !isGenesisName(nameOrPath) && isPath(nameOrPath) ? readGenesisFile(nameOrPath) : genesisNamed(nameOrPath);
}
