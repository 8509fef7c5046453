/** Returns a denom in its form before ibc-go v9. */
import { hopText } from '../../../codec/ibc/denom.js';
import type { Denom, DenomTrace } from '../../../codec/ibc/transfer.js';

export const traceOf = ({ base, trace }: Denom): DenomTrace => ({
  path: trace.map(hopText).join('/'),
  baseDenom: base,
});
