/** Reads and writes metadata of denoms: their names and how many decimals they show. */
import { DenomMetadata } from '../../../codec/cosmos/denom_metadata.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { DENOM } from '../../types/coins.js';
import { metadataKey } from './store.js';

export { DenomMetadata };

export function readDenomMetadata(state: StateReader, denom: string): DenomMetadata | undefined {
  const value = state.get('bank', metadataKey(denom));
  return value === undefined ? undefined : DenomMetadata.decode(value);
}

export function writeDenomMetadata(state: WorkingState, metadata: DenomMetadata): void {
  state.set('bank', metadataKey(metadata.base), DenomMetadata.encode(metadata));
}

/** Returns what the SDK finds wrong with the metadata (x/bank `Metadata.Validate`). It is undefined when nothing is. */
export function metadataProblem({ name, symbol, base, display, denomUnits }: DenomMetadata): string | undefined {
  if (name.trim() === '') return 'name field cannot be blank';
  if (symbol.trim() === '') return 'symbol field cannot be blank';
  if (!DENOM.test(base)) return `invalid metadata base denom: invalid denom: ${base}`;
  if (!DENOM.test(display)) return `invalid metadata display denom: invalid denom: ${display}`;
  const seen = new Set<string>();
  for (const [i, { denom, exponent }] of denomUnits.entries()) {
    if (i === 0 && denom !== base)
      return `metadata's first denomination unit must be the one with base denom '${base}'`;
    if (i === 0 && exponent !== 0) return `the exponent for base denomination unit ${base} must be 0`;
    if (i > 0 && exponent <= (denomUnits[i - 1]?.exponent ?? 0)) return 'denom units should be sorted asc by exponent';
    if (seen.has(denom)) return `duplicate denomination unit ${denom}`;
    if (!DENOM.test(denom)) return `invalid denom unit: invalid denom: ${denom}`;
    seen.add(denom);
  }
  return seen.has(display) ? undefined : `metadata must contain a denomination unit with display denom '${display}'`;
}

/** Returns the decimals of the display unit. They are 0 when the metadata does not list that unit. */
export const displayDecimals = ({ denomUnits, display }: DenomMetadata): number =>
  denomUnits.find(({ denom }) => denom === display)?.exponent ?? 0;
