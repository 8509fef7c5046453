/** Defines x/bank: balances, supply and descriptions of all denoms. The base denom's balances are the EVM accounts'. */
import type { Bytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { type BlockEnd, type BlockHookContext, defineModule } from '../../sdk/module/module.js';
import type { CommittedState } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { FEE_COLLECTOR } from '../auth/fee_collector.js';
import { collectedEvents } from './events.js';
import { parseBankGenesis, writeBankGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { DenomMetadata } from './metadata.js';
import { QUERIES } from './queries/index.generated.js';
import { readAllSendEnabled } from './send_enabled.js';
import { type Balance, balancesOf, METADATA_PREFIX, readBankParams, readSupplies, storedBalances } from './store.js';

/** Exports `app_state.bank` of a state: the coins of all accounts, their supply and metadata, ascending. */
function exportBank(state: CommittedState): object {
  const { bech32Prefix } = readChainParams(state);
  return {
    params: { default_send_enabled: readBankParams(state).defaultSendEnabled },
    send_enabled: readAllSendEnabled(state),
    balances: holdersOfAny(state).map((address) => ({
      address: bech32Address(address, bech32Prefix),
      coins: balancesOf(state, address).map(coinJson),
    })),
    supply: readSupplies(state).map(coinJson),
    denom_metadata: [...state.entries('bank', METADATA_PREFIX)].map(([, value]) => metadataJson(value)),
  };
}

const coinJson = ({ denom, amount }: Balance): object => ({ denom, amount: amount.toString() });

/** Returns the holders of any denom, with the base denom. */
function holdersOfAny(state: CommittedState): readonly Bytes[] {
  const found = new Map<string, Bytes>();
  for (const { address } of storedBalances(state)) found.set(toHex(address), address);
  for (const [address, { balance }] of state.accounts()) if (balance > 0n) found.set(toHex(address), address);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, address]) => address);
}

function metadataJson(value: Bytes): object {
  const { denomUnits, ...texts } = DenomMetadata.decode(value);
  return { ...texts, denom_units: denomUnits.map(({ denom, exponent, aliases }) => ({ denom, exponent, aliases })) };
}

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
