// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Denom, DenomHash, DenomTrace, DenomTraces, Denoms, Params } from './denoms.js';
import { EscrowAddress, TotalEscrowForDenom } from './escrow.js';

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
