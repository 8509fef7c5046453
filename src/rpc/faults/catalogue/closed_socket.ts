/** Closes WebSockets while events arrive, and refuses new ones for a time. */
import { count, milliseconds, optional } from '../../../kernel/fault_parameter.js';
import { countUp, defineRpcFault, type OnRequests } from '../fault.js';

export interface ClosedSocket extends OnRequests {
  readonly type: 'closed-socket';
  readonly after?: number;
  readonly refuseMs?: number;
}

/** Code of a server that goes away. */
const GOING_AWAY = 1001;

export const fault = defineRpcFault<ClosedSocket>({
  type: 'closed-socket',
  summary: 'Closes each WebSocket with code 1001 in place of an event, and may refuse new ones for a time.',
  parameters: {
    after: optional(count('Sets how many events of a WebSocket still arrive; without it, none.', 0)),
    refuseMs: optional(milliseconds('Refuses WebSockets with status 503 for that time after each closing.')),
  },
  event({ after = 0 }, { peer, close }, send, context) {
    if (countUp(context.scratch, peer.id) <= after) {
      send();
      return;
    }
    context.memory = { closedAtMs: context.elapsedMs };
    close(GOING_AWAY, 'going away');
  },
  refusesSocket({ refuseMs = 0 }, _, { memory, elapsedMs }) {
    const closed = memory as { readonly closedAtMs: number } | undefined;
    return closed !== undefined && elapsedMs < closed.closedAtMs + refuseMs;
  },
});
