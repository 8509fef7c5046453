/** Defines the dialect of CometBFT 0.40. */
import { finalizeBlockDialect } from './shared/finalize_block.js';
import { paramsWithAuthority } from './shared/params.js';

export const dialect = finalizeBlockDialect({
  version: '0.40',
  summary: 'Encodes as CometBFT 0.40, which reports itself as 0.39.0: as 0.39, and ids must be whole 64-bit numbers.',
  // Release 0.40.0 was built without a new version constant (version/version.go).
  engineVersion: '0.39.0',
  params: paramsWithAuthority,
  wholeIds: true,
  signatureBytes: 3309,
});
