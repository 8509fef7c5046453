/** `admin_datadir`. */
import { evmMethod } from '../context.js';

export const admin_datadir = evmMethod({
  name: 'admin_datadir',
  summary: 'The home folder, as an absolute path; empty for a chain that is not kept.',
  params: [],
  result: 'string',
  trustedOnly: true,
  handler: ({ evm }) => evm.node().home ?? '',
  example: { params: [], result: '' },
});
