// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Denom } from './Denom.js';
import { DenomHash } from './DenomHash.js';
import { DenomTrace } from './DenomTrace.js';
import { DenomTraces } from './DenomTraces.js';
import { Denoms } from './Denoms.js';
import { EscrowAddress } from './EscrowAddress.js';
import { Params } from './Params.js';
import { TotalEscrowForDenom } from './TotalEscrowForDenom.js';

export const QUERIES = [
  Denom,
  DenomHash,
  DenomTrace,
  DenomTraces,
  Denoms,
  EscrowAddress,
  Params,
  TotalEscrowForDenom,
] as const;
