/** What a denom is called and how many decimals it shows. */
import { repeated, repeatedString, small, string } from '../../../codec/field.js';
import { message, type Of } from '../../../codec/message.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { metadataKey } from './store.js';

const DenomUnit = message('cosmos.bank.v1beta1.DenomUnit', {
  denom: string(1),
  exponent: small(2),
  aliases: repeatedString(3),
});
export type DenomUnit = Of<typeof DenomUnit>;

export const DenomMetadata = message('cosmos.bank.v1beta1.Metadata', {
  description: string(1),
  denomUnits: repeated(2, DenomUnit),
  base: string(3),
  display: string(4),
  name: string(5),
  symbol: string(6),
  uri: string(7),
});
export type DenomMetadata = Of<typeof DenomMetadata>;

export function readDenomMetadata(state: StateReader, denom: string): DenomMetadata | undefined {
  const value = state.get('bank', metadataKey(denom));
  return value === undefined ? undefined : DenomMetadata.decode(value);
}

export function writeDenomMetadata(state: WorkingState, metadata: DenomMetadata): void {
  state.set('bank', metadataKey(metadata.base), DenomMetadata.encode(metadata));
}

/** The decimals of the unit that people read; 0 when the metadata does not name it. */
export const displayDecimals = ({ denomUnits, display }: DenomMetadata): number =>
  denomUnits.find(({ denom }) => denom === display)?.exponent ?? 0;
