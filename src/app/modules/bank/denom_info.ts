/** A denom as people see it, for the asset API. */
import type { StateReader } from '../../state/types.js';
import { displayDecimals, readDenomMetadata } from './metadata.js';
import { supplyOf } from './store.js';

export interface DenomInfo {
  readonly denom: string;
  readonly symbol?: string;
  readonly name?: string;
  readonly decimals?: number;
  readonly logoUri?: string;
}

/** Undefined when nobody holds or describes it. */
export function denomInfo(state: StateReader, denom: string): DenomInfo | undefined {
  const metadata = readDenomMetadata(state, denom);
  if (metadata === undefined) return supplyOf(state, denom) > 0n ? { denom } : undefined;
  const { symbol, name, uri } = metadata;
  return {
    denom,
    decimals: displayDecimals(metadata),
    ...(symbol !== '' && { symbol }),
    ...(name !== '' && { name }),
    ...(uri !== '' && { logoUri: uri }),
  };
}
