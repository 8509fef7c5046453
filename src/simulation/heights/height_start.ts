/**
 * Controls when heights begin. With `free`, each validator's own timeout starts a height. With `held`, those timeouts
 * wait until the host releases the height. The host may also set the time that the next header carries
 * (consensus-engine.md 4.2, option b).
 */
import type { Timeout } from '../../consensus/input.js';
import { RoundStep } from '../../consensus/round_step.js';
import { pbtsEnabled } from '../../consensus/types/pbts.js';
import { invariant } from '../../kernel/errors.js';
import type { UnixNanos } from '../../kernel/time.js';
import { type Core, clockLead, enqueue } from '../core.js';
import { timerSlot } from '../delivery/alarms.js';
import { nodeAtLastDecided, reSignLastCommit } from './re_sign.js';

function isHeld({ options, released }: Core, { height, step }: Timeout): boolean {
  return options.heightStart === 'held' && height > released && step <= RoundStep.NewRound;
}

/** Sets the node's only timer and replaces the previous one. */
export function setTimer(core: Core, node: number, timeout: Timeout): void {
  core.timeouts[node] = timeout;
  if (isHeld(core, timeout)) core.alarms.clear(timerSlot(node));
  else setAlarm(core, node, timeout.at - clockLead(core, node));
  reportTimer(core, node, timeout);
}

/**
 * Returns when a node's timer fires, on the network's clock; undefined when it is not set. A timer that waits for its
 * height to start has the time at which it would fire without waiting.
 */
export function timerTime(core: Core, node: number): UnixNanos | undefined {
  const timeout = core.timeouts[node];
  return timeout && (core.alarms.get(timerSlot(node))?.time ?? timeout.at - clockLead(core, node));
}

function reportTimer(core: Core, node: number, { height, round, step, at }: Timeout): void {
  const { networkEvents, now } = core;
  networkEvents?.push({ type: 'scheduled', at: now, node, height, round, step, until: timerTime(core, node) ?? at });
}

export function clearTimer(core: Core, node: number): void {
  core.timeouts[node] = undefined;
  core.alarms.clear(timerSlot(node));
}

function setAlarm(core: Core, node: number, time: UnixNanos): void {
  const { now } = core;
  core.alarms.set({ slot: timerSlot(node), time: time > now ? time : now, serial: core.serial++ });
}

/**
 * Returns whether a node has entered the height after the last decided one. A proposal of that height can exist only
 * then.
 */
const isUnderWay = ({ nodes, lastDecidedHeight }: Core): boolean =>
  nodes.some(
    ({ engine: { round } }) => round.height > lastDecidedHeight && (round.round > 0 || round.step > RoundStep.NewRound),
  );

/** Applies the command `startHeight`; see `types.ts`. */
export function startHeight(core: Core, at: UnixNanos, lastCommitTime: UnixNanos | undefined, round: number): void {
  invariant(core.options.heightStart === 'held', 'startHeight requires heightStart "held"');
  invariant(core.conflict === undefined, 'no height starts after conflicting commits');
  if (at > core.now) core.now = at;
  if (lastCommitTime !== undefined) {
    invariant(
      !isUnderWay(core),
      `height ${core.lastDecidedHeight + 1n} has begun: its proposal may contain the last commit already`,
    );
    const { feature } = nodeAtLastDecided(core).decidedState.chain.params;
    // Under PBTS the proposer's clock is the header's time.
    if (feature && pbtsEnabled(feature, core.lastDecidedHeight + 1n)) core.clockOffset = lastCommitTime - core.now;
    else reSignLastCommit(core, lastCommitTime);
  }
  core.released = core.lastDecidedHeight + 1n;
  for (const { index, up } of core.nodes) {
    const timeout = core.timeouts[index];
    if (up && timeout?.height === core.released && timeout.step <= RoundStep.NewRound) {
      if (round > 0) failRounds(core, index, timeout, round);
      else setAlarm(core, index, core.now);
      reportTimer(core, index, timeout);
    }
  }
}

/** Lets the last timers of a node's first rounds fire, in place of the one that would begin round 0. */
function failRounds(core: Core, node: number, timeout: Timeout, rounds: number): void {
  for (let round = 0; round < rounds; round++)
    enqueue(core, core.now, node, {
      type: 'timeout',
      timeout: { ...timeout, round, step: RoundStep.PrecommitWait },
    });
}
