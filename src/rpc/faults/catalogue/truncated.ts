/** Cuts answers. */
import { optional, percent } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface Truncated extends OnRequests {
  readonly type: 'truncated';
  readonly keep?: number;
}

export const fault = defineRpcFault<Truncated>({
  type: 'truncated',
  summary: 'Cuts the text of answers, in a response that is complete otherwise.',
  parameters: { keep: optional(percent('Sets the part of the text that is left; without it, 50.')) },
  async message({ keep = 50 }, _, next) {
    const answer = await next();
    return { ...answer, body: answer.body.slice(0, Math.floor((answer.body.length * keep) / 100)) };
  },
});
