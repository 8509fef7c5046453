/** x/bank: balances, supply and descriptions of all denoms. The base denom's balances are the EVM accounts'. */
import { bech32Address } from '../../address.js';
import type { BlockRun } from '../../block/block_run.js';
import { type BlockEnd, defineModule } from '../../module/module.js';
import { FEE_COLLECTOR } from '../auth/fee_collector.js';
import { collectedEvents } from './events.js';
import { exportBank } from './export.js';
import { parseBankGenesis, writeBankGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { PRECOMPILES } from './precompiles/index.generated.js';
import { QUERIES } from './queries/index.generated.js';

export const bank = defineModule({
  name: 'bank',
  stores: ['bank'],
  accounts: [],
  genesis: {
    parse: (node, { params }) => parseBankGenesis(node, params.bech32Prefix),
    write: writeBankGenesis,
    export: exportBank,
  },
  messages: MESSAGES,
  queries: QUERIES,
  precompiles: PRECOMPILES,
  endBlock: tellFees,
});

/** Of all transactions at once. */
function tellFees({ params, totals: { fees } }: BlockRun): BlockEnd {
  if (fees === 0n) return { events: [] };
  const collector = bech32Address(FEE_COLLECTOR.address, params.bech32Prefix);
  return { events: collectedEvents(collector, `${fees}${params.baseDenom}`) };
}
