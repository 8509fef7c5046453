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

export interface StepDraft {
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

export function beginStep(env: Env, state: EngineState, now: UnixNanos): StepDraft {
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
export function endStep(draft: StepDraft): EngineState {
  const { state } = draft;
  state.round = draft.round;
  state.agenda = draft.agenda.length === 0 ? NONE : draft.agenda;
  state.queue = draft.queue.length === 0 ? NONE : draft.queue;
  return state;
}

/** Puts transitions in front of what is already planned, as nested calls would run. */
export function plan(draft: StepDraft, ...transitions: readonly Transition[]): void {
  draft.agenda.unshift(...transitions);
}

/** Stops the step until the application has answered. */
export function ask(draft: StepDraft, question: Question): void {
  draft.state.awaiting = question;
  draft.effects.push({ type: 'ask', question });
}

/** An own message: to oneself through the queue, ahead of what a catch-up brought; to everybody else over the links. */
export function sendToAll(draft: StepDraft, message: Message): void {
  const { node } = draft.env;
  const behind = draft.queue.findIndex(({ from }) => from !== node);
  draft.queue.splice(behind < 0 ? draft.queue.length : behind, 0, { from: node, message });
  draft.effects.push({ type: 'send', message });
}

export function notePlain(draft: StepDraft, type: PlainNote): void {
  const { height, round, step } = draft.round;
  draft.effects.push({ type: 'note', note: { type, node: draft.env.node, height, round, step } });
}

/** A message that breaks a rule is dropped, and said so. */
export function refuse(draft: StepDraft, reason: string): void {
  const { height, round, step } = draft.round;
  draft.effects.push({ type: 'note', note: { type: 'refused', node: draft.env.node, height, round, step, reason } });
}

/** A message that comes too early is dropped too: whoever runs the node has to bring it again. */
export function miss(draft: StepDraft, message: Message): void {
  draft.effects.push({ type: 'missed', message });
}
