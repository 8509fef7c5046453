/** Defines the dialect of CometBFT 0.39. */
import { finalizeBlockDialect } from './shared/finalize_block.js';
import { paramsWithAuthority } from './shared/params.js';

export const dialect = finalizeBlockDialect({
  version: '0.39',
  summary: 'Encodes as CometBFT 0.39: as 0.38, and consensus parameters have an `authority`.',
  engineVersion: '0.39.4',
  params: paramsWithAuthority,
  signatureBytes: 96,
});
