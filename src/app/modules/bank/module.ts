/** Defines x/bank: balances, supply and descriptions of all denoms. The base denom's balances are the EVM accounts'. */
import { type BlockEnd, type BlockHookContext, defineModule } from '../../sdk/module/module.js';
import { bech32Address } from '../../types/address.js';
import { FEE_COLLECTOR } from '../auth/fee_collector.js';
import { collectedEvents } from './events.js';
import { exportBank } from './export.js';
import { parseBankGenesis, writeBankGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
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
  endBlock: emitFees,
});

/** Emits the events for the fees of all transactions together. */
function emitFees({ params, totals: { fees } }: BlockHookContext): BlockEnd {
  if (fees === 0n) return { events: [] };
  const collector = bech32Address(FEE_COLLECTOR.address, params.bech32Prefix);
  return { events: collectedEvents(collector, `${fees}${params.baseDenom}`) };
}
