/** Expects the answer to a request of the timeline. */
import type { ServerAnswer } from '../../devnet/ask_server.js';
import { optional } from '../document/field.js';
import { oneOf, text, whole } from '../document/fields.js';
import { defineExpectation, outcome } from '../expectation.js';

type Expected = { readonly [K in keyof ServerAnswer]?: ServerAnswer[K] | undefined };

const described = (wanted: Expected, { is, status, result, error }: Expected): string =>
  [
    wanted.is !== undefined && `is ${is}`,
    wanted.status !== undefined && `has status ${status}`,
    wanted.result !== undefined && `has the result ${result}`,
    wanted.error !== undefined && `has the error ${error}`,
  ]
    .filter((part) => part !== false)
    .join(', ');

export const expectation = defineExpectation({
  name: 'answer',
  summary: 'Expects the answer to a request of the timeline.',
  ofEvm: ['request'],
  fields: {
    request: text('Names the request.'),
    is: optional(
      oneOf<ServerAnswer['is']>(
        'Expects what arrived: a result, an error, text that is no JSON, the answer to another call, or nothing.',
        ['result', 'error', 'unreadable', 'foreign', 'lost'],
      ),
    ),
    status: optional(whole('Expects the status of HTTP.', 100, 599)),
    result: optional(text('Expects the result: a text, or JSON in one line.')),
    error: optional(whole('Expects the code of the JSON-RPC error.', -99_999)),
  },
  check({ request, ...wanted }, { answers }) {
    const answer = answers.get(request);
    const expected = `the answer to "${request}" ${described(wanted, wanted)}`;
    if (answer === undefined) return outcome(expected, false, 'no request had this name');
    const seen = described(wanted, answer);
    return outcome(expected, seen === described(wanted, wanted), `it ${seen}`);
  },
});
