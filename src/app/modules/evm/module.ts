/** x/vm: contracts, and what code sees of the blocks before. The machine is a room of its own. */
import type { BlockRun } from '../../block/block_run.js';
import { type BlockHeader, defineModule } from '../../module/module.js';
import { readBlockRecord, writeBlockRecord } from './block_record.js';
import { bloomEvent } from './events.js';
import { parseEvmGenesis, writeEvmGenesis } from './genesis.js';
import { recordBlockHash } from './history.js';

export const evm = defineModule({
  name: 'evm',
  stores: ['vm'],
  accounts: [],
  genesis: {
    parse: (node, { params }) => parseEvmGenesis(node, params.bech32Prefix),
    write: writeEvmGenesis,
  },
  messages: [],
  queries: [],
  precompiles: [],
  beginBlock: rememberBlocks,
  endBlock: ({ totals }) => ({ events: [bloomEvent(totals.logs)] }),
});

/** BLOCKHASH finds the parent from now on, and the next block finds this one. */
function rememberBlocks({ state, context }: BlockRun, { height, time, hash }: BlockHeader): [] {
  const parent = readBlockRecord(state);
  recordBlockHash(state, parent.height, parent.hash);
  writeBlockRecord(state, { height, time, hash, parentHash: parent.hash, coinbase: context.coinbase });
  return [];
}
