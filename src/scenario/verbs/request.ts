/** Sends a request to an interface, as a client does: it meets the faults of that interface. */
import type { Field } from '../document/field.js';
import { optional } from '../document/field.js';
import { oneOf, text, whole } from '../document/fields.js';
import { defineVerb, ownOf } from '../verb.js';

const json: Field<unknown> = {
  summary: 'Gives the parameters: a list, or an object by name.',
  expected: 'a list or a table',
  read: (value) => (typeof value === 'object' && value !== null ? value : undefined),
};

export const verb = defineVerb({
  name: 'request',
  summary: 'Sends a request to an interface, where it meets the active faults.',
  isOfEvm: true,
  fields: {
    name: text('Names the request, so that the expectation answer can find its answer.'),
    method: text('Names the method of JSON-RPC.'),
    params: optional(json),
    server: optional(oneOf<'evm' | 'comet'>('Selects the interface. The default is evm.', ['evm', 'comet'])),
    times: optional(whole('Sets how often it is sent; the last answer counts. The default is 1.', 1, 100)),
  },
  async perform(stage, { name, method, params, server = 'evm', times = 1 }) {
    ownOf(stage);
    for (let i = 0; i < times; i++) stage.answers.set(name, await stage.ask(server, method, params ?? []));
  },
  describe: ({ name, method, times = 1 }) => `request "${name}": ${method}${times === 1 ? '' : `, ${times} times`}`,
});
