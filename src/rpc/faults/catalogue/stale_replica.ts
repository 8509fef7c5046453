/** Answers as a replica of the node that is always some blocks behind. */
import { count } from '../../../kernel/fault_parameter.js';
import { defineRpcFault, type OnRequests } from '../fault.js';
import { answerBehind } from '../replica.js';

export interface StaleReplica extends OnRequests {
  readonly type: 'stale-replica';
  readonly lag: number;
}

export const fault = defineRpcFault<StaleReplica>({
  type: 'stale-replica',
  summary: 'Answers as a replica that is some blocks behind, in all that depends on the newest block.',
  parameters: { lag: count('Sets how many blocks it is behind.') },
  call: ({ lag }, call, next, context, { server }) => answerBehind(server, lag, call, next, context),
});
