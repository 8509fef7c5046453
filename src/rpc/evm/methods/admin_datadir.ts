/** Implements `admin_datadir`. */
import { evmMethod } from '../context.js';

export const admin_datadir = evmMethod({
  name: 'admin_datadir',
  summary: 'Returns the home folder as an absolute path; empty for a chain that is only in memory.',
  params: [],
  result: 'string',
  trustedOnly: true,
  handler: ({ evm }) => evm.home ?? '',
  example: { params: [], result: '' },
});
