/** The denom for people; the asset API shows it. */
import type { StateReader } from '../../state/types.js';
import { DenomMetadata, displayDecimals } from './metadata.js';
import { METADATA_PREFIX, readSupplies } from './store.js';

export interface DenomInfo {
  readonly denom: string;
  readonly supply: bigint;
  readonly symbol?: string;
  readonly name?: string;
  readonly decimals?: number;
  readonly logoUri?: string;
  readonly description?: string;
}

/** Returns all denoms that have a supply or metadata, ascending. */
export function denomInfos(state: StateReader): readonly DenomInfo[] {
  const infos = new Map<string, DenomInfo>();
  for (const [, value] of state.entries('bank', METADATA_PREFIX)) {
    const metadata = DenomMetadata.decode(value);
    infos.set(metadata.base, { denom: metadata.base, supply: 0n, ...shown(metadata) });
  }
  for (const { denom, amount } of readSupplies(state)) infos.set(denom, { denom, ...infos.get(denom), supply: amount });
  return [...infos.values()].sort((a, b) => (a.denom < b.denom ? -1 : 1));
}

function shown(metadata: DenomMetadata): Omit<DenomInfo, 'denom' | 'supply'> {
  const { symbol, name, uri, description } = metadata;
  return {
    decimals: displayDecimals(metadata),
    symbol: symbol || undefined,
    name: name || undefined,
    logoUri: uri || undefined,
    description: description || undefined,
  };
}
