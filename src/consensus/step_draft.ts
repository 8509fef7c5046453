/**
 * The draft of one step of the engine: the state, which only this step sees, and the effects so far. It is the only
 * mutable part of the engine and ends with the step. Nested values (vote sets, part sets, lists) are never changed in
 * place, so earlier states do not change.
 */
import type { UnixNanos } from '../kernel/time.js';
import type { AbciCall, Effect } from './effect.js';
import type { Env } from './env.js';
import type { Incoming, Message } from './input.js';
import { copyRound, type Draft, type EngineState, type RoundState } from './state.js';
import type { Transition } from './transition.js';
import type { PlainEngineEvent } from './types/round_event.js';

export interface StepDraft {
  readonly env: Env;
  /** Whether events that only an observer of the rounds needs are published. */
  readonly detailed: boolean;
  /** Time of this node's clock. */
  readonly now: UnixNanos;
  readonly state: Draft<EngineState>;
  /** Round state, which `step` returns to `state` at the end, as it does with agenda and queue. */
  round: Draft<RoundState>;
  /** Transitions after the current one. */
  agenda: readonly Transition[];
  queue: readonly Incoming[];
  /** Only `emit` adds to this list, which is `NONE` while it is empty. */
  effects: readonly Effect[];
}

/** Most steps do not change their lists: copies of them would be most of the memory that such a step allocates. */
export const NONE: readonly never[] = [];

export function beginStep(env: Env, state: EngineState, now: UnixNanos, detailed: boolean): StepDraft {
  return {
    env,
    detailed,
    now,
    // Field by field: spreading state and round at every step costs a sixth of a height's time.
    state: {
      decidedState: state.decidedState,
      round: state.round,
      timer: state.timer,
      queue: state.queue,
      agenda: state.agenda,
      awaiting: state.awaiting,
      pool: state.pool,
      signed: state.signed,
    },
    round: copyRound(state.round),
    agenda: state.agenda,
    queue: state.queue,
    effects: NONE,
  };
}

/** Puts transitions in front of the planned ones, in the order of nested calls. */
export function plan(draft: StepDraft, ...transitions: readonly Transition[]): void {
  draft.agenda = draft.agenda.length === 0 ? transitions : [...transitions, ...draft.agenda];
}

/** Adds an effect behind the others. */
export function emit(draft: StepDraft, effect: Effect): void {
  if (draft.effects === NONE) draft.effects = [effect];
  else (draft.effects as Effect[]).push(effect);
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

/** Publishes an event. Without details only that of a proposal that is missing. */
export function emitEvent(draft: StepDraft, type: PlainEngineEvent): void {
  if (!draft.detailed && type !== 'timeout propose') return;
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
