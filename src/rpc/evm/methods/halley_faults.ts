/** Implements `halley_faults`, a method of Halley only. */
import { formatTime } from '../../../kernel/time.js';
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const halley_faults = evmMethod({
  name: 'halley_faults',
  summary: 'Lists the active faults of the network, oldest first.',
  params: [],
  result:
    'array: id (quantity), fault (object as halley_addFault takes it), since: height (quantity) and time (RFC 3339)',
  trustedOnly: true,
  handler: ({ evm }) =>
    evm.networkControl.faults().map(({ id, fault, since }) => ({
      id: quantity(id),
      fault,
      since: { height: quantity(since.height), time: formatTime(since.time) },
    })),
  example: {
    first: [['halley_addFault', { type: 'skew', node: 2, ms: 500 }]],
    params: [],
    result: [{ id: '0x1', fault: { type: 'skew', node: 2, ms: 500 }, since: { height: '0x6' } }],
  },
});
