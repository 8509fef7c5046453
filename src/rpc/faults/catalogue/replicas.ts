/** Answers as a load balancer with replicas of the node, of which some are behind. */
import { counts, oneOf, optional } from '../../../kernel/fault_parameter.js';
import { countUp, defineRpcFault, type OnRequests } from '../fault.js';
import { answerBehind } from '../replica.js';

export interface Replicas extends OnRequests {
  readonly type: 'replicas';
  readonly lags: readonly number[];
  readonly per?: 'request' | 'connection';
  readonly order?: 'turns' | 'random';
}

export const fault = defineRpcFault<Replicas>({
  type: 'replicas',
  summary: 'Answers as a load balancer with replicas, each of which is some blocks behind.',
  parameters: {
    lags: counts('Lists how many blocks each replica is behind, such as 0,2,5.'),
    per: optional(
      oneOf('Chooses a replica for each request or each connection; without it, request.', ['request', 'connection']),
    ),
    order: optional(
      oneOf('Takes replicas in turns, or at random from the seed; without it, turns.', ['turns', 'random']),
    ),
  },
  call({ lags, per = 'request', order = 'turns' }, call, next, context, { server, peer }) {
    const { scratch } = context;
    const choose = (): number =>
      order === 'random' ? context.draw(lags.length) : (countUp(scratch, '#turn') - 1) % lags.length;
    const chosen = per === 'request' ? choose() : ((scratch.get(peer.id) as number | undefined) ?? choose());
    if (per === 'connection') scratch.set(peer.id, chosen);
    return answerBehind(server, lags[chosen] ?? 0, call, next, context);
  },
});
