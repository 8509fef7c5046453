/** Defines x/feegrant: accounts that pay the fees of others. */
import { messageToJson } from '../../../codec/protobuf/json.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { defineModule } from '../../sdk/module/module.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { TxFailure } from '../../types/refusal.js';
import { ALLOWANCES, type Allowance } from './allowances.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import { ALLOWANCE_KEYS, deleteExpired, FeeGrant, type FeePair, queueExpiration, writeAllowance } from './store.js';

/** Most allowances that the end of a block removes. */
const PRUNED_BY_BLOCK = 200;

export const feegrant = defineModule({
  name: 'feegrant',
  stores: ['feegrant'],
  accounts: [],
  genesis: {
    parse: (node, { params }) => parseFeegrantGenesis(node, params.bech32Prefix),
    write: (state, genesis, { request }) => writeFeegrantGenesis(state, genesis, request.time),
    export: exportFeegrant,
  },
  messages: MESSAGES,
  queries: QUERIES,
  interfaces: { 'cosmos.feegrant.v1beta1.FeeAllowanceI': ALLOWANCES },
  endBlock({ state, time }) {
    deleteExpired(state, time, PRUNED_BY_BLOCK);
    return { events: [] };
  },
});

export interface GenesisAllowance extends FeePair {
  readonly allowance: Allowance;
}

type FeegrantGenesis = readonly GenesisAllowance[];

const KNOWN = new Map(ALLOWANCES.map((message) => [message.name, message]));

/** Parses `app_state.feegrant`, in the SDK's shape. A chain without allowances has no section. */
const parseFeegrantGenesis = (node: GenesisReader, prefix: string): FeegrantGenesis =>
  node
    .field('allowances')
    .elements()
    .map((entry) => parseAllowance(entry, prefix));

function parseAllowance(entry: GenesisReader, prefix: string): GenesisAllowance {
  const { allowance } = entry.message(FeeGrant, KNOWN);
  if (allowance === undefined) throw entry.field('allowance').bad('an allowance');
  try {
    allowance.check();
  } catch (error) {
    if (error instanceof TxFailure) throw entry.field('allowance').bad(`another one: ${error.message}`);
    throw error;
  }
  return {
    granter: entry.field('granter').address(prefix),
    grantee: entry.field('grantee').address(prefix),
    allowance,
  };
}

/** Writes the allowances that have not expired when the chain starts. */
function writeFeegrantGenesis(state: WorkingState, genesis: FeegrantGenesis, now: UnixNanos): void {
  for (const { allowance, ...pair } of genesis) {
    const { expiration } = allowance;
    if (expiration !== undefined && expiration < now) continue;
    if (expiration !== undefined) queueExpiration(state, pair, expiration);
    writeAllowance(state, pair, allowance);
  }
}

function exportFeegrant(state: StateReader): object | undefined {
  const allowances = Array.from(state.entries('feegrant', ALLOWANCE_KEYS), ([, value]) =>
    messageToJson(FeeGrant, value, KNOWN),
  );
  return allowances.length === 0 ? undefined : { allowances };
}
