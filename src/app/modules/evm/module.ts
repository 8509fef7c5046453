/** Defines x/vm: contracts, and what they see of earlier blocks. The EVM itself is a layer of its own. */
import { bloomOf } from '../../../codec/ethereum/bloom.js';
import { toHex } from '../../../kernel/hex.js';
import { readBlockRecord, writeBlockRecord } from '../../sdk/block_record.js';
import { type BlockEnd, type BlockHeader, type BlockHookContext, defineModule } from '../../sdk/module/module.js';
import { readNextHeader } from '../../sdk/next_header.js';
import { auth } from '../auth/module.js';
import { recordBlockHash } from './block_hash_history.js';
import { bloomEvent } from './events.js';
import { exportEvm } from './export.js';
import { parseEvmGenesis, writeEvmGenesis } from './genesis.js';

export const evm = defineModule({
  name: 'evm',
  stores: ['vm'],
  accounts: [],
  genesis: {
    parse: (node, { params }) => parseEvmGenesis(node, params.bech32Prefix, params.initialHeight),
    write: (state, genesis, { of }) => {
      const listed = of(auth).accounts.filter(({ sequence }) => sequence !== undefined);
      writeEvmGenesis(state, genesis, new Set(listed.map(({ address }) => toHex(address))));
    },
    export: exportEvm,
  },
  messages: [],
  queries: [],
  beginBlock: rememberBlocks,
  endBlock: sumLogs,
});

function sumLogs({ totals }: BlockHookContext): BlockEnd {
  if (totals.logs.length > 0) totals.logsBloom = bloomOf(totals.logs);
  return { events: [bloomEvent(totals.logsBloom)] };
}

/** Records the parent's hash for BLOCKHASH, and this block for the next one. */
function rememberBlocks({ state, context }: BlockHookContext, { height, time, hash }: BlockHeader): [] {
  const parent = readBlockRecord(state);
  const { prevRandao } = readNextHeader(state);
  const { coinbase } = context;
  recordBlockHash(state, parent.height, parent.hash);
  writeBlockRecord(state, { height, time, hash, parentHash: parent.hash, coinbase, ...(prevRandao && { prevRandao }) });
  return [];
}
