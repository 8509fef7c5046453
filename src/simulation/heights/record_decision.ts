/** Records decided heights in the network's history, while some node is behind them. */

import type { Effect } from '../../consensus/effect.js';
import { onlyNewest, recall, record } from '../../consensus/height_history.js';
import { invariant } from '../../kernel/errors.js';
import { watch } from '../check_invariants.js';
import { type Core, nodeAt, note } from '../core.js';
import { scheduleGossip } from '../gossip/gossip_timer.js';

export function rememberDecision(core: Core, node: number, effect: Extract<Effect, { type: 'decided' }>): void {
  const { decided, response, chain } = effect;
  const { height } = decided.block.header;
  const after = nodeAt(core, node).engine.decidedState;
  const before = recall(core.history, height - 1n)?.decidedState ?? core.start;
  const first = height > core.lastDecidedHeight;
  const earlier = recall(core.history, height);
  watch(core, { type: 'decided', node, decided, response, before, after, earlier });
  if (first) {
    invariant(height === core.lastDecidedHeight + 1n, `height ${height} is decided after ${core.lastDecidedHeight}`);
    const proposalStatuses = core.proposalStatuses.filter((proposalStatus) => proposalStatus.height === height);
    core.history = record(core.history, height, { decided, response, decidedState: after, proposalStatuses });
    core.proposalStatuses = core.proposalStatuses.filter((proposalStatus) => proposalStatus.height > height);
    core.lastDecidedHeight = height;
  } else if (height < core.lastDecidedHeight) scheduleGossip(core, node, 0n);
  note(core, { type: 'committed', node, first, decided, response, state: chain });
  if (core.nodes.every(({ engine: { round } }) => round.height > core.lastDecidedHeight))
    core.history = onlyNewest(core.history);
}
