/** Reads the genesis document of a network, which each home of a node has. */
import { isDeepStrictEqual } from 'node:util';
import { homeFiles, readGenesisFile } from '../../config/files.js';
import { HalleyError } from '../../kernel/errors.js';
import type { LocalNode } from './local_nodes.js';

/**
 * Returns the document of the nodes as parsed JSON. Throws HalleyError `invalid-genesis` when one cannot be read or
 * differs from that of the first node, because an engine with another document would stop at the first block.
 */
export function commonGenesis(nodes: readonly LocalNode[]): unknown {
  const [first, ...others] = nodes.map(({ home }) => homeFiles(home).genesis) as [string, ...string[]];
  const document = readGenesisFile(first);
  for (const file of others) {
    if (isDeepStrictEqual(readGenesisFile(file), document)) continue;
    throw new HalleyError(
      'invalid-genesis',
      `${file} differs from ${first}: expected the same genesis document on every node; copy the right one to all of them`,
      { file, first },
    );
  }
  return document;
}
