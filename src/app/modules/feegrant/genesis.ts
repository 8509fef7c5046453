/** Parses, writes and exports `app_state.feegrant`, in the SDK's shape. A chain without allowances has no section. */
import { messageToJson } from '../../../codec/protobuf/json.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { TxFailure } from '../../types/refusal.js';
import { ALLOWANCES, type Allowance } from './allowances.js';
import { ALLOWANCE_KEYS, FeeGrant, type FeePair, queueExpiration, writeAllowance } from './store.js';

interface GenesisAllowance extends FeePair {
  readonly allowance: Allowance;
}

export type FeegrantGenesis = readonly GenesisAllowance[];

const KNOWN = new Map(ALLOWANCES.map((message) => [message.name, message]));

export const parseFeegrantGenesis = (node: GenesisReader, prefix: string): FeegrantGenesis =>
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
export function writeFeegrantGenesis(state: WorkingState, genesis: FeegrantGenesis, now: UnixNanos): void {
  for (const { allowance, ...pair } of genesis) {
    const { expiration } = allowance;
    if (expiration !== undefined && expiration < now) continue;
    if (expiration !== undefined) queueExpiration(state, pair, expiration);
    writeAllowance(state, pair, allowance);
  }
}

export function exportFeegrant(state: StateReader): object | undefined {
  const allowances = Array.from(state.entries('feegrant', ALLOWANCE_KEYS), ([, value]) =>
    messageToJson(FeeGrant, value, KNOWN),
  );
  return allowances.length === 0 ? undefined : { allowances };
}
