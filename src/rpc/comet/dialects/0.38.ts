/** Defines the dialect of CometBFT 0.38. */
import { finalizeBlockDialect } from './shared/finalize_block.js';
import { paramsWithAbci } from './shared/params.js';

export const dialect = finalizeBlockDialect({
  version: '0.38',
  summary: 'Encodes as CometBFT 0.38: `finalize_block_events`, `tx_result`, NewBlockEvents, vote extensions.',
  engineVersion: '0.38.25',
  params: paramsWithAbci,
});
