/** Never answers. */
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface Timeout extends OnRequests {
  readonly type: 'timeout';
}

export const fault = defineRpcFault<Timeout>({
  type: 'timeout',
  summary: 'Never answers: the client waits until it gives up. The node does not see the request.',
  parameters: {},
  message: (_, exchange) => exchange.silence(),
});
