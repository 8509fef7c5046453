/** Answers with text that is no JSON. */
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface InvalidJson extends OnRequests {
  readonly type: 'invalid-json';
}

export const fault = defineRpcFault<InvalidJson>({
  type: 'invalid-json',
  summary: 'Answers with the right length and status, but with JSON that no parser reads.',
  parameters: {},
  async message(_, __, next) {
    const answer = await next();
    // Its first character is the bracket without which nothing is JSON.
    return { ...answer, body: answer.body.replace(/^[{[]/, '<') };
  },
});
