/** Answers batches as some servers do: in another order, in part, or with an error among the results. */
import { oneOf } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests } from '../fault.js';
import { parse } from '../message.js';

export interface Batch extends OnRequests {
  readonly type: 'batch';
  readonly kind: 'reordered' | 'short' | 'errors';
}

const ERROR = { code: -32603, message: 'internal error' };

export const fault = defineRpcFault<Batch>({
  type: 'batch',
  summary: 'Answers batches in another order, without one answer, or with an error in place of one.',
  parameters: { kind: oneOf('Selects what is wrong with the answers.', ['reordered', 'short', 'errors']) },
  concerns: ({ isBatch }) => isBatch,
  async message({ kind }, _, next, context) {
    const answer = await next();
    const answers = parse(answer.body);
    if (!Array.isArray(answers) || answers.length === 0) return answer;
    const at = context.draw(answers.length);
    const changed = (): readonly unknown[] => {
      // Each answer moves by at least one place, so that none is where its call was.
      if (kind === 'reordered') return [...answers.slice(at || 1), ...answers.slice(0, at || 1)];
      if (kind === 'short') return answers.filter((_one, i) => i !== at);
      return answers.map((one: { readonly id: unknown }, i) =>
        i === at ? { jsonrpc: '2.0', id: one.id, error: ERROR } : one,
      );
    };
    return { ...answer, body: JSON.stringify(changed()) };
  },
});
