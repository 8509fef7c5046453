/** Implements `halley_faultMenu`, a method of Halley only. */
import { evmMethod } from '../context.js';

export const halley_faultMenu = evmMethod({
  name: 'halley_faultMenu',
  summary: 'Lists the types of faults that halley_addFault takes, with their parameters.',
  params: [],
  result:
    'object by type: summary, parameters (array: name, summary, expected, optional, form: `node`, `nodes`, `groups`, `ms`, `percent`, `height`, `round` or `choice`, choices)',
  trustedOnly: true,
  handler: ({ evm }) =>
    Object.fromEntries(evm.networkControl.faultMenu.map(({ type, ...description }) => [type, description])),
  example: {
    params: [],
    result: {
      amnesia: {
        summary: 'Makes a validator forget its lock at the end of each round.',
        parameters: [{ name: 'node', expected: 'the index of a validator', optional: false, form: 'node' }],
      },
    },
  },
});
