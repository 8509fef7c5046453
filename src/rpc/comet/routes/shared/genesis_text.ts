/** The genesis document as the text that a dialect spells, made once for each chain and dialect. */
import type { GenesisDoc } from '../../../../consensus/types/genesis.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import type { CometPort } from '../../../ports/comet.js';
import type { Dialect } from '../../dialects/dialect.js';
import { encodeJson } from '../../protocol/json.js';

export const GENESIS_CHUNK_BYTES = 16 * 1024 * 1024;

const texts = new WeakMap<Dialect, WeakMap<GenesisDoc, Bytes>>();

export function genesisText({ genesis }: CometPort, dialect: Dialect): Bytes {
  let ofDialect = texts.get(dialect);
  if (ofDialect === undefined) {
    ofDialect = new WeakMap();
    texts.set(dialect, ofDialect);
  }
  let text = ofDialect.get(genesis);
  if (text === undefined) {
    text = utf8(encodeJson(dialect.results.genesis(genesis)));
    ofDialect.set(genesis, text);
  }
  return text;
}
