/** Refuses answers that are too long, as nodes and providers do. */
import { count, optional } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface TooLarge extends OnRequests {
  readonly type: 'too-large';
  readonly bytes?: number;
}

export const fault = defineRpcFault<TooLarge>({
  type: 'too-large',
  summary: 'Answers "response too large" in place of a result.',
  parameters: {
    bytes: optional(count('Sets the longest result that passes; without it, none passes.', 1, 100_000_000)),
  },
  async call({ bytes = 0 }, _, next) {
    const reply = await next();
    const isTooLarge = 'result' in reply && JSON.stringify(reply.result).length > bytes;
    return isTooLarge ? { error: { code: -32003, message: 'response too large' } } : reply;
  },
});
