/**
 * One step of the engine while it runs: the state as a draft that only this step sees, and the effects so far. This is
 * the only mutable thing of the engine, and it dies with the step. Nested values (vote sets, part sets, lists) are never
 * changed in place, so earlier states stay what they were.
 */
import type { UnixNanos } from '../kernel/time.js';
import type { AbciCall, Effect } from './effect.js';
import type { PlainEngineEvent } from './engine_event.js';
import type { Env } from './env.js';
import type { Incoming, Message } from './message.js';
import { copyRound, copyState, type Draft, type EngineState, type RoundState } from './state.js';
import type { Transition } from './transition.js';

export interface StepDraft {
  readonly env: Env;
  /** This node's clock. */
  readonly now: UnixNanos;
  readonly state: Draft<EngineState>;
  /** The round state, until it goes back into `state`. */
  round: Draft<RoundState>;
  /** What comes next once the current transition is done. */
  agenda: readonly Transition[];
  queue: readonly Incoming[];
  /** Grows by `emit` alone. */
  effects: readonly Effect[];
}

/** Most steps leave their lists as they are: a list of their own would be most of what such a step allocates. */
const NONE: readonly never[] = [];

export function beginStep(env: Env, state: EngineState, now: UnixNanos): StepDraft {
  return {
    env,
    now,
    state: copyState(state),
    round: copyRound(state.round),
    agenda: state.agenda,
    queue: state.queue,
    effects: NONE,
  };
}

/** The state after the step. */
export function endStep(draft: StepDraft): EngineState {
  const { state } = draft;
  state.round = draft.round;
  state.agenda = draft.agenda;
  state.queue = draft.queue;
  return state;
}

/** Puts transitions in front of what is already planned, as nested calls would run. */
export function plan(draft: StepDraft, ...transitions: readonly Transition[]): void {
  draft.agenda = draft.agenda.length === 0 ? transitions : [...transitions, ...draft.agenda];
}

/** Takes the next transition from what is planned. */
export function nextTransition(draft: StepDraft): Transition | undefined {
  const [next] = draft.agenda;
  if (next !== undefined) draft.agenda = draft.agenda.length === 1 ? NONE : draft.agenda.slice(1);
  return next;
}

/** Takes the next message from the queue. */
export function nextMessage(draft: StepDraft): Incoming | undefined {
  const [next] = draft.queue;
  if (next !== undefined) draft.queue = draft.queue.length === 1 ? NONE : draft.queue.slice(1);
  return next;
}

/** Wants something done, after all that was wanted before. */
export function emit(draft: StepDraft, effect: Effect): void {
  draft.effects = draft.effects.length === 0 ? [effect] : [...draft.effects, effect];
}

/** Stops the step until the application has answered. */
export function ask(draft: StepDraft, question: AbciCall): void {
  draft.state.awaiting = question;
  emit(draft, { type: 'ask', question });
}

/** An own message: to oneself through the queue, ahead of what a catch-up brought; to everybody else over the links. */
export function sendToAll(draft: StepDraft, message: Message): void {
  const { node } = draft.env;
  const behind = draft.queue.findIndex(({ from }) => from !== node);
  draft.queue = draft.queue.toSpliced(behind < 0 ? draft.queue.length : behind, 0, { from: node, message });
  emit(draft, { type: 'send', message });
}

export function emitEvent(draft: StepDraft, type: PlainEngineEvent): void {
  const { height, round, step } = draft.round;
  emit(draft, { type: 'note', note: { type, node: draft.env.node, height, round, step } });
}

/** A message that breaks a rule is dropped, and said so. */
export function refuse(draft: StepDraft, reason: string): void {
  const { height, round, step } = draft.round;
  emit(draft, { type: 'note', note: { type: 'refused', node: draft.env.node, height, round, step, reason } });
}

/** A message that comes too early is dropped too: whoever runs the node has to bring it again. */
export function miss(draft: StepDraft, message: Message): void {
  emit(draft, { type: 'missed', message });
}
