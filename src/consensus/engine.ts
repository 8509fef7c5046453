/**
 * The consensus engine of one validator as a pure function: Tendermint (arXiv:1807.04938) as CometBFT 0.38 runs it
 * (consensus-engine.md 5). The handler of an input plans transitions, which run one after the other. The validator's
 * own messages are then handled the same way, until none is left or the application is asked. Left out: vote
 * extensions, the clients' side of gossip, block sync.
 */
import { InvariantViolation } from '../kernel/errors.js';
import type { UnixNanos } from '../kernel/time.js';
import type { Effect } from './effect.js';
import type { Env } from './env.js';
import { handleBlockPart } from './handle/block_part.js';
import { handleCatchUp } from './handle/catch_up.js';
import { handleEvidence } from './handle/evidence.js';
import { handleMajorityClaim } from './handle/majority_claim.js';
import { handleProposal } from './handle/proposal.js';
import { handleReSign } from './handle/re_sign.js';
import { handleReply } from './handle/reply.js';
import { handleStart } from './handle/start.js';
import { handleTimeout } from './handle/timeout.js';
import { handleTransactionsAvailable } from './handle/transactions_available.js';
import { handleVote } from './handle/vote.js';
import type { Input } from './input.js';
import type { Incoming } from './message.js';
import { enter } from './round/enter.js';
import type { EngineState } from './state.js';
import { beginStep, endStep, nextMessage, nextTransition, type StepDraft } from './step_draft.js';

export interface StepResult {
  readonly state: EngineState;
  readonly effects: readonly Effect[];
}

/**
 * Applies `input` to `state` at the time `now` of the validator's clock. While the state awaits the application, only a
 * reply is allowed.
 */
export function step(env: Env, state: EngineState, input: Input, now: UnixNanos): StepResult {
  const draft = beginStep(env, state, now);
  if ((state.awaiting === undefined) === (input.type === 'reply')) throw outOfTurn(env, state, input);
  handle(draft, input);
  settle(draft);
  return { state: endStep(draft), effects: draft.effects };
}

function outOfTurn({ node }: Env, { awaiting }: EngineState, { type }: Input): InvariantViolation {
  const what = awaiting === undefined ? 'nothing was asked' : `the answer to ${awaiting.type} was awaited`;
  return new InvariantViolation(`node ${node} got "${type}" while ${what}`);
}

/** Runs the planned transitions, then handles the own messages, until none is left or the application is asked. */
function settle(draft: StepDraft): void {
  while (draft.state.awaiting === undefined) {
    const transition = nextTransition(draft);
    if (transition !== undefined) {
      enter(draft, transition);
      continue;
    }
    const incoming = nextMessage(draft);
    if (incoming === undefined) return;
    handleMessage(draft, incoming);
  }
}

function handle(draft: StepDraft, input: Input): void {
  switch (input.type) {
    case 'start':
      handleStart(draft);
      return;
    case 'message':
      handleMessage(draft, input.incoming);
      return;
    case 'timeout':
      handleTimeout(draft, input.timeout);
      return;
    case 'transactions available':
      handleTransactionsAvailable(draft);
      return;
    case 'reply':
      handleReply(draft, input.reply);
      return;
    case 're-sign':
      handleReSign(draft, input.votes);
      return;
  }
}

function handleMessage(draft: StepDraft, { from, message }: Incoming): void {
  switch (message.type) {
    case 'proposal':
      handleProposal(draft, message);
      return;
    case 'part':
      handleBlockPart(draft, message);
      return;
    case 'vote':
      handleVote(draft, from, message);
      return;
    case 'evidence':
      handleEvidence(draft, from, message.evidence);
      return;
    case 'majority':
      handleMajorityClaim(draft, message);
      return;
    case 'catch up':
      handleCatchUp(draft, from, message);
      return;
  }
}
