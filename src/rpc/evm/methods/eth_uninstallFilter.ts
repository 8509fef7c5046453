/** Implements `eth_uninstallFilter`. */

import { BLOCK_FILTER } from '../../examples.js';
import { evmMethod } from '../context.js';
import { filterId } from '../params/values.js';

export const eth_uninstallFilter = evmMethod({
  name: 'eth_uninstallFilter',
  summary: 'Removes a filter; returns false when it does not exist.',
  params: [filterId],
  result: 'boolean',
  handler: ({ filters }, id) => filters.uninstall(id),
  example: { params: [BLOCK_FILTER], result: true },
});
