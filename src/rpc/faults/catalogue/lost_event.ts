/** Loses events of subscriptions. */
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface LostEvent extends OnRequests {
  readonly type: 'lost-event';
}

export const fault = defineRpcFault<LostEvent>({
  type: 'lost-event',
  summary: 'Loses events of subscriptions; the WebSocket stays open.',
  parameters: {},
  event: () => undefined,
});
