/** Refuses methods as a node refuses those that it does not have. */
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface MethodNotFound extends OnRequests {
  readonly type: 'method-not-found';
}

export const fault = defineRpcFault<MethodNotFound>({
  type: 'method-not-found',
  summary: 'Answers calls as if the node did not have their method.',
  parameters: {},
  call: (_, { method }) => ({
    error: { code: -32601, message: `the method ${method} does not exist/is not available` },
  }),
});
