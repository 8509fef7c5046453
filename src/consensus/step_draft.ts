/**
 * The draft of one step of the engine: the state, which only this step sees, and the effects so far. It is the only
 * mutable part of the engine and ends with the step. Nested values (vote sets, part sets, lists) are never changed in
 * place, so earlier states do not change.
 */
import type { UnixNanos } from '../kernel/time.js';
import type { AbciCall, Effect } from './effect.js';
import type { Env } from './env.js';
import type { Incoming, Message } from './input.js';
import { copyRound, copyState, type Draft, type EngineState, type RoundState } from './state.js';
import type { Transition } from './transition.js';
import type { PlainEngineEvent } from './types/round_event.js';

export interface StepDraft {
  readonly env: Env;
  /** Time of this node's clock. */
  readonly now: UnixNanos;
  readonly state: Draft<EngineState>;
  /** Round state until `endStep` returns it to `state`. */
  round: Draft<RoundState>;
  /** Transitions after the current one. */
  agenda: readonly Transition[];
  queue: readonly Incoming[];
  /** Only `emit` adds to this list. */
  effects: readonly Effect[];
}

/** Most steps do not change their lists: copies of them would be most of the memory that such a step allocates. */
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

/** Returns the state after the step. */
export function endStep(draft: StepDraft): EngineState {
  const { state } = draft;
  state.round = draft.round;
  state.agenda = draft.agenda;
  state.queue = draft.queue;
  return state;
}

/** Puts transitions in front of the planned ones, in the order of nested calls. */
export function plan(draft: StepDraft, ...transitions: readonly Transition[]): void {
  draft.agenda = draft.agenda.length === 0 ? transitions : [...transitions, ...draft.agenda];
}

/** Removes and returns the next planned transition. */
export function nextTransition(draft: StepDraft): Transition | undefined {
  const [next] = draft.agenda;
  if (next !== undefined) draft.agenda = draft.agenda.length === 1 ? NONE : draft.agenda.slice(1);
  return next;
}

/** Removes and returns the next message of the queue. */
export function nextMessage(draft: StepDraft): Incoming | undefined {
  const [next] = draft.queue;
  if (next !== undefined) draft.queue = draft.queue.length === 1 ? NONE : draft.queue.slice(1);
  return next;
}

/** Adds an effect behind the others. */
export function emit(draft: StepDraft, effect: Effect): void {
  draft.effects = draft.effects.length === 0 ? [effect] : [...draft.effects, effect];
}

/** Stops the step until the application has answered. */
export function ask(draft: StepDraft, question: AbciCall): void {
  draft.state.awaiting = question;
  emit(draft, { type: 'ask', question });
}

/**
 * Sends an own message: to this node through the queue, ahead of the messages of a catch-up, and to all other nodes.
 */
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

/** Drops a message that breaks a rule, and publishes the reason. */
export function refuse(draft: StepDraft, reason: string): void {
  const { height, round, step } = draft.round;
  emit(draft, { type: 'note', note: { type: 'refused', node: draft.env.node, height, round, step, reason } });
}

/** Drops a message that comes too early, and reports it: the caller has to deliver it again. */
export function miss(draft: StepDraft, message: Message): void {
  emit(draft, { type: 'missed', message });
}
