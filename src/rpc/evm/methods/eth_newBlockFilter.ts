/** Implements `eth_newBlockFilter`. */
import { NEW_ID } from '../../examples.js';
import { evmMethod } from '../context.js';

export const eth_newBlockFilter = evmMethod({
  name: 'eth_newBlockFilter',
  summary: 'Creates a filter of new blocks.',
  params: [],
  result: 'filter id',
  handler: ({ filters }) => filters.newBlockFilter(),
  example: { params: [], result: NEW_ID },
});
