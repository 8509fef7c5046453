/** Ends subscriptions silently, as a node does that has lost them. */
import { count, optional } from '../../../kernel/fault_parameter.js';
import { countUp, defineRpcFault, type OnRequests } from '../fault.js';

export interface DroppedSubscription extends OnRequests {
  readonly type: 'dropped-subscription';
  readonly after?: number;
}

export const fault = defineRpcFault<DroppedSubscription>({
  type: 'dropped-subscription',
  summary: 'Ends each subscription after some events without a word; the WebSocket stays open.',
  parameters: { after: optional(count('Sets how many events of a subscription still arrive; without it, none.', 0)) },
  event({ after = 0 }, { peer, subscription }, send, { scratch }) {
    if (countUp(scratch, `${peer.id} ${subscription}`) <= after) send();
  },
});
