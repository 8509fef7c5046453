/** Implements `debug_stacks`. There is one thread; the text lists below it what it waits for. */
import { NEW_TEXT } from '../../examples.js';
import { profilingMethod } from '../tracing/profiling_method.js';

export const debug_stacks = profilingMethod({
  name: 'debug_stacks',
  summary: 'Describes what runs in the process, and what the event loop waits for.',
  params: [],
  result: 'string',
  handler: ({ evm }) => evm.stacks(),
  example: { params: [], result: NEW_TEXT },
});
