/** Breaks connections: before, in the middle of, and after the work. */
import { oneOf, optional } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface Reset extends OnRequests {
  readonly type: 'reset';
  readonly when?: 'before' | 'middle' | 'after';
}

export const fault = defineRpcFault<Reset>({
  type: 'reset',
  summary: 'Breaks the connection: before the work, in the middle of the answer, or after the work.',
  parameters: {
    when: optional(
      oneOf('Selects when; after means that a transaction was taken and its answer lost. Without it, before.', [
        'before',
        'middle',
        'after',
      ]),
    ),
  },
  async message({ when = 'before' }, exchange, next) {
    if (when === 'before') return exchange.reset();
    const answer = await next();
    return when === 'middle' ? { ...answer, breaksOff: true } : exchange.reset();
  },
});
