/** Forgets filters, as a node does that has restarted, and as another replica of it does. */
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface ForgottenFilter extends OnRequests {
  readonly type: 'forgotten-filter';
}

export const fault = defineRpcFault<ForgottenFilter>({
  type: 'forgotten-filter',
  summary: 'Forgets filters when they are polled; the node has them no more.',
  parameters: {},
  methods: ['eth_getFilterChanges', 'eth_getFilterLogs'],
  async call(_, { params }, __, { ask }) {
    await ask('eth_uninstallFilter', params);
    return { error: { code: -32000, message: 'filter not found' } };
  },
});
