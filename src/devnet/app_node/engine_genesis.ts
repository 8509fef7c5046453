/** Reads and writes the record of a store that holds the genesis of a chain whose engine runs in another process. */
import { IDENTITY_KEY } from '../../chain/block_store/keys.js';
import { type GenesisDoc, genesisToJson, parseGenesis } from '../../consensus/types/genesis.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { ZERO_TIME } from '../../kernel/time.js';
import type { Store, WriteOp } from '../../storage/store.js';

/** Returns the write of the record. It names the engine, so that it differs from that of a devnet's chain. */
export const engineGenesisWrite = (genesis: GenesisDoc): WriteOp => ({
  type: 'put',
  key: IDENTITY_KEY,
  value: utf8(JSON.stringify({ engine: 'cometbft', genesis: genesisToJson(genesis) })),
});

/** Reads the record, which must exist. Throws HalleyError `invalid-genesis` for that of a devnet's chain. */
export function readEngineGenesis(store: Store): GenesisDoc {
  const { engine, genesis } = JSON.parse(fromUtf8(store.need(IDENTITY_KEY))) as Record<string, unknown>;
  if (engine === 'cometbft') return parseGenesis(genesis, ZERO_TIME);
  throw new HalleyError(
    'invalid-genesis',
    'the home folder holds the chain of a devnet, not that of a CometBFT node: use another folder',
  );
}
