/** What the network remembers of decided heights, for as long as some node is behind them. */
import { onlyNewest, recall, record } from '../consensus/chronicle.js';
import type { Effect } from '../consensus/effect.js';
import { invariant } from '../kernel/errors.js';
import { type Machine, nodeAt, note } from './machine.js';
import { armPull } from './pulls.js';
import { watch } from './watch.js';

export function rememberDecision(machine: Machine, node: number, effect: Extract<Effect, { type: 'decided' }>): void {
  const { decided, response, chain } = effect;
  const { height } = decided.block.header;
  const after = nodeAt(machine, node).engine.ledger;
  const before = recall(machine.history, height - 1n)?.ledger ?? machine.start;
  const first = height > machine.tip;
  const earlier = recall(machine.history, height);
  watch(machine, { type: 'decided', node, decided, response, before, after, earlier });
  if (first) {
    invariant(height === machine.tip + 1n, `height ${height} is decided after ${machine.tip}`);
    const verdicts = machine.verdicts.filter((verdict) => verdict.height === height);
    machine.history = record(machine.history, height, { decided, response, ledger: after, verdicts });
    machine.verdicts = machine.verdicts.filter((verdict) => verdict.height > height);
    machine.tip = height;
  } else if (height < machine.tip) armPull(machine, node, 0n);
  note(machine, { type: 'committed', node, first, decided, response, state: chain });
  if (machine.nodes.every(({ engine: { round } }) => round.height > machine.tip))
    machine.history = onlyNewest(machine.history);
}
