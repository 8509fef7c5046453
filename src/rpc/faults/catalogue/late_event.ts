/** Delays events of subscriptions. Those that are not hit overtake them. */
import { milliseconds } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface LateEvent extends OnRequests {
  readonly type: 'late-event';
  readonly ms: number;
}

export const fault = defineRpcFault<LateEvent>({
  type: 'late-event',
  summary: 'Delays events of subscriptions, which others may overtake.',
  parameters: { ms: milliseconds('Sets how much later they leave.') },
  event: ({ ms }, _, send, context) => void context.wait(ms).then(() => send()),
});
