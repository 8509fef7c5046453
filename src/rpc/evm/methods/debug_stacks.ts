/** `debug_stacks`: there is one thread; what it waits for stands below it. */
import { NEW_TEXT } from '../../examples.js';
import { profilingMethod } from '../tracing/profiling_method.js';

export const debug_stacks = profilingMethod({
  name: 'debug_stacks',
  summary: 'What runs in the process, and what the event loop waits for.',
  params: [],
  result: 'string',
  handler: ({ evm }) => evm.stacks(),
  example: { params: [], result: NEW_TEXT },
});
