import { repeated, repeatedString, small, string } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

const DenomUnit = message('cosmos.bank.v1beta1.DenomUnit', {
  denom: string(1),
  exponent: small(2, 'uint32'),
  aliases: repeatedString(3),
});
export type DenomUnit = Of<typeof DenomUnit>;

/** Display names of a denom, and the units in which it is displayed. */
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
