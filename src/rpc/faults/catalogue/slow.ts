/** Delays answers. */
import { milliseconds, optional } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface Slow extends OnRequests {
  readonly type: 'slow';
  readonly ms: number;
  readonly to?: number;
  readonly step?: number;
}

export const fault = defineRpcFault<Slow>({
  type: 'slow',
  summary: 'Delays answers: always by the same time, by one that is drawn, or by more each time.',
  parameters: {
    ms: milliseconds('Sets the time that passes before the request is answered.'),
    to: optional(milliseconds('Draws each time between ms and this one.')),
    step: optional(milliseconds('Adds this time for each request that was hit before.')),
  },
  refusal: ({ ms, to }) =>
    to !== undefined && to < ms ? `the longest time is ${to} ms, expected at least ${ms} ms` : undefined,
  async message({ ms, to = ms, step = 0 }, _, next, context) {
    const drawn = to > ms ? context.draw(Math.floor(to - ms) + 1) : 0;
    await context.wait(ms + drawn + step * (context.hits - 1));
    return next();
  },
});
