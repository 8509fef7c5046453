/**
 * When heights begin. `free`: each validator's own timeout. `held`: those timeouts wait until the host releases the
 * height, and the host may say what time the next header carries (consensus-engine.md 4.2, option b).
 */
import { Step } from '../consensus/round/step.js';
import type { Timeout } from '../consensus/timeout.js';
import { invariant } from '../kernel/errors.js';
import type { UnixNanos } from '../kernel/time.js';
import { skewOf } from './fault_registry.js';
import type { Machine } from './machine.js';
import { reSignTip } from './re_sign.js';

function isHeld({ options, released }: Machine, { height, step }: Timeout): boolean {
  return options.pacing === 'held' && height > released && step <= Step.NewRound;
}

/** The one timer of a node: replaces what was set. */
export function setTimer(machine: Machine, node: number, timeout: Timeout): void {
  machine.timeouts[node] = timeout;
  if (isHeld(machine, timeout)) machine.alarms.clear(node);
  else setAlarm(machine, node, timeout.at - skewOf(machine.faults, node));
}

export function clearTimer(machine: Machine, node: number): void {
  machine.timeouts[node] = undefined;
  machine.alarms.clear(node);
}

function setAlarm(machine: Machine, node: number, time: UnixNanos): void {
  const { now } = machine;
  machine.alarms.set({ slot: node, time: time > now ? time : now, serial: machine.serial++ });
}

/** Whether a node has gone into the height after the tip: only then there may be a proposal of it. */
const isUnderWay = ({ nodes, tip }: Pick<Machine, 'nodes' | 'tip'>): boolean =>
  nodes.some(({ engine: { round } }) => round.height > tip && (round.round > 0 || round.step > Step.NewRound));

/** The command of the same name: see `port.ts`. */
export function startHeight(machine: Machine, at: UnixNanos, tipCommitTime: UnixNanos | undefined): void {
  invariant(machine.options.pacing === 'held', 'startHeight is for held pacing');
  if (at > machine.now) machine.now = at;
  if (tipCommitTime !== undefined) {
    invariant(!isUnderWay(machine), `a proposal of height ${machine.tip + 1n} may hold the tip's commit as it is`);
    reSignTip(machine, tipCommitTime);
  }
  machine.released = machine.tip + 1n;
  for (const { index, up } of machine.nodes) {
    const timeout = machine.timeouts[index];
    if (up && timeout?.height === machine.released && timeout.step <= Step.NewRound)
      setAlarm(machine, index, machine.now);
  }
}
