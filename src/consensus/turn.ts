/**
 * One step of the engine while it runs: the state as a draft that only this step sees, and the effects so far. This is
 * the only mutable thing of the engine, and it dies with the step. Nested values (vote sets, part sets, lists) are never
 * changed in place, so earlier states stay what they were.
 */
import type { UnixNanos } from '../kernel/time.js';
import type { Effect, Question } from './effect.js';
import type { Env } from './env.js';
import type { Incoming, Message } from './message.js';
import type { PlainNote } from './note.js';
import type { Transition } from './round/transition.js';
import { copyRound, copyState, type Draft, type EngineState, type RoundState } from './state.js';

export interface Turn {
  readonly env: Env;
  /** This node's clock. */
  readonly now: UnixNanos;
  readonly state: Draft<EngineState>;
  /** The round state, until it goes back into `state`. */
  round: Draft<RoundState>;
  /** What comes next once the current transition is done. */
  readonly agenda: Transition[];
  readonly queue: Incoming[];
  readonly effects: Effect[];
}

const NONE: readonly never[] = [];

export function beginTurn(env: Env, state: EngineState, now: UnixNanos): Turn {
  return {
    env,
    now,
    state: copyState(state),
    round: copyRound(state.round),
    agenda: state.agenda.length === 0 ? [] : [...state.agenda],
    queue: state.queue.length === 0 ? [] : [...state.queue],
    effects: [],
  };
}

/** The state after the step. */
export function endTurn(turn: Turn): EngineState {
  const { state } = turn;
  state.round = turn.round;
  state.agenda = turn.agenda.length === 0 ? NONE : turn.agenda;
  state.queue = turn.queue.length === 0 ? NONE : turn.queue;
  return state;
}

/** Puts transitions in front of what is already planned, as nested calls would run. */
export function plan(turn: Turn, ...transitions: readonly Transition[]): void {
  turn.agenda.unshift(...transitions);
}

/** Stops the step until the application has answered. */
export function ask(turn: Turn, question: Question): void {
  turn.state.awaiting = question;
  turn.effects.push({ type: 'ask', question });
}

/** An own message: to oneself through the queue, ahead of what a catch-up brought; to everybody else over the links. */
export function sendToAll(turn: Turn, message: Message): void {
  const { node } = turn.env;
  const behind = turn.queue.findIndex(({ from }) => from !== node);
  turn.queue.splice(behind < 0 ? turn.queue.length : behind, 0, { from: node, message });
  turn.effects.push({ type: 'send', message });
}

export function notePlain(turn: Turn, type: PlainNote): void {
  const { height, round, step } = turn.round;
  turn.effects.push({ type: 'note', note: { type, node: turn.env.node, height, round, step } });
}

/** A message that breaks a rule is dropped, and said so. */
export function refuse(turn: Turn, reason: string): void {
  const { height, round, step } = turn.round;
  turn.effects.push({ type: 'note', note: { type: 'refused', node: turn.env.node, height, round, step, reason } });
}

/** A message that comes too early is dropped too: whoever runs the node has to bring it again. */
export function miss(turn: Turn, message: Message): void {
  turn.effects.push({ type: 'missed', message });
}
