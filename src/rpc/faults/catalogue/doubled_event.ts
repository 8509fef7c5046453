/** Sends events of subscriptions twice. */
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface DoubledEvent extends OnRequests {
  readonly type: 'doubled-event';
}

export const fault = defineRpcFault<DoubledEvent>({
  type: 'doubled-event',
  summary: 'Sends events of subscriptions twice.',
  parameters: {},
  event(_, __, send) {
    send();
    send();
  },
});
