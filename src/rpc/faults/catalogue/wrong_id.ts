/** Answers with the id of another call. */
import { defineRpcFault, type OnRequests } from '../fault.js';
import { parse } from '../message.js';

export interface WrongId extends OnRequests {
  readonly type: 'wrong-id';
}

/** Returns an answer with another id: the next number, or a longer text. */
function withOtherId(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { id } = answer as { readonly id?: unknown };
  return { ...answer, id: typeof id === 'number' ? id + 1 : `${id}-other` };
}

export const fault = defineRpcFault<WrongId>({
  type: 'wrong-id',
  summary: 'Answers with an id that is not that of the call.',
  parameters: {},
  async message(_, __, next) {
    const answer = await next();
    const value = parse(answer.body);
    if (value === undefined) return answer;
    return { ...answer, body: JSON.stringify(Array.isArray(value) ? value.map(withOtherId) : withOtherId(value)) };
  },
});
