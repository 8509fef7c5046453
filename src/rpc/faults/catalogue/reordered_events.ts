/** Swaps events of a subscription in pairs: the first waits for the second and leaves after it. */
import { milliseconds, optional } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests } from '../fault.js';

export interface ReorderedEvents extends OnRequests {
  readonly type: 'reordered-events';
  readonly ms?: number;
}

const LONGEST_WAIT_MS = 5_000;

export const fault = defineRpcFault<ReorderedEvents>({
  type: 'reordered-events',
  summary: 'Swaps the events of a subscription in pairs.',
  parameters: {
    ms: optional(milliseconds(`Sets how long an event waits for the next one; without it, ${LONGEST_WAIT_MS} ms.`)),
  },
  event({ ms = LONGEST_WAIT_MS }, { peer, subscription }, send, { scratch, wait }) {
    const key = `${peer.id} ${subscription}`;
    const sendHeld = scratch.get(key) as (() => void) | undefined;
    if (sendHeld !== undefined) {
      send();
      sendHeld();
      return;
    }
    const sendOnce = (): void => {
      if (scratch.get(key) !== sendOnce) return;
      scratch.delete(key);
      send();
    };
    scratch.set(key, sendOnce);
    void wait(ms).then(sendOnce);
  },
});
