/**
 * Ends the periods of proposals (SDK x/gov `EndBlocker`). Those without enough deposits are deleted. Votes on the others
 * are counted, and the messages of those that pass run, all or none. A block in which no period ends costs one read.
 */
import type { Awaitable } from '../../../kernel/awaitable.js';
import { hasExpired } from '../../sdk/expiry.js';
import { attemptLater } from '../../sdk/module/attempt.js';
import type { CallEvm } from '../../sdk/module/call_evm.js';
import { unmetered } from '../../sdk/module/gas_meter.js';
import type { MessageContext, MessageTypeOf } from '../../sdk/module/message.js';
import type { BlockEnd, BlockHookContext } from '../../sdk/module/module.js';
import { event, inPhase } from '../../types/events.js';
import { moduleFailure, panicText } from '../../types/refusal.js';
import { burnDeposits, refundDeposits } from './deposits.js';
import { type Proposal, STATUS } from './proposal.js';
import {
  ACTIVE,
  deleteParts,
  deleteProposal,
  dueProposals,
  INACTIVE,
  queue,
  readGovParams,
  readProposal,
  renewQueues,
  takePassing,
  unqueue,
  VOTES,
  writeProposal,
} from './store.js';
import { type Electorate, electorateOf, tallyOf } from './tally.js';

const NOTHING: BlockEnd = { events: [] };

export const endGovBlock = (
  block: BlockHookContext,
  callEvm: CallEvm,
  messageTypeOf: MessageTypeOf,
): Awaitable<BlockEnd> =>
  // A period ends at its last nanosecond.
  hasExpired(block.state, 'gov', block.time + 1n) ? endPeriods(block, callEvm, messageTypeOf) : NOTHING;

async function endPeriods(
  { params, state, height, time }: BlockHookContext,
  callEvm: CallEvm,
  messageTypeOf: MessageTypeOf,
): Promise<BlockEnd> {
  const { emitted } = state;
  const context: MessageContext = {
    params,
    state,
    block: { height, time },
    gas: unmetered(),
    emit: (...events) => {
      for (const each of events) state.emit(each);
    },
    callEvm,
  };
  for (const id of dueProposals(state, INACTIVE, time)) {
    const proposal = readProposal(state, id);
    if (proposal !== undefined) drop(context, proposal);
  }
  // A proposal that passes may change or cancel the later ones, and change the validators.
  let electorate: Electorate | undefined;
  for (const id of dueProposals(state, ACTIVE, time)) {
    const proposal = readProposal(state, id);
    if (proposal === undefined) continue;
    electorate ??= electorateOf(state);
    await endVoting(context, proposal, electorate, messageTypeOf);
    if (proposal.messages.length > 0) electorate = undefined;
  }
  renewQueues(state);
  return { events: inPhase('EndBlock', state.eventsSince(emitted)) };
}

function drop(context: MessageContext, proposal: Proposal): void {
  deleteProposal(context.state, proposal);
  if (readGovParams(context.state).burnProposalDepositPrevote) burnDeposits(context, proposal.id);
  else refundDeposits(context, proposal.id);
  context.emit(
    event('inactive_proposal', { proposal_id: proposal.id.toString(), proposal_result: 'proposal_dropped' }),
  );
}

/** Outcome of a proposal: its fields that change, and the words of its event. */
interface Outcome {
  readonly changes: Partial<Proposal>;
  readonly result: string;
  readonly log: string;
}

async function endVoting(
  context: MessageContext,
  proposal: Proposal,
  electorate: Electorate,
  messageTypeOf: MessageTypeOf,
): Promise<void> {
  const { state, emit } = context;
  const { id, expedited, votingEndTime = 0n } = proposal;
  const tally = tallyOf(state, proposal, electorate);
  const isForced = takePassing(state, id);
  const [passes, burnsDeposits] = [isForced || tally.passes, !isForced && tally.burnsDeposits];
  deleteParts(state, VOTES, id);
  if (!expedited || passes) {
    if (burnsDeposits) burnDeposits(context, id);
    else refundDeposits(context, id);
  }
  unqueue(state, ACTIVE, votingEndTime, id);
  const { changes, result, log } = passes
    ? await execute(context, proposal, messageTypeOf)
    : expedited
      ? convert(context, proposal)
      : {
          changes: { status: STATUS.rejected, failedReason: 'proposal did not get enough votes to pass' },
          result: 'proposal_rejected',
          log: 'rejected',
        };
  writeProposal(state, { ...proposal, ...changes, finalTallyResult: tally.result });
  emit(event('active_proposal', { proposal_id: id.toString(), proposal_result: result, proposal_log: log }));
}

/** Makes a regular proposal of an expedited one that has not passed: it has the longer period, from its beginning. */
function convert({ state }: MessageContext, { id, votingStartTime = 0n }: Proposal): Outcome {
  const votingEndTime = votingStartTime + readGovParams(state).votingPeriod;
  queue(state, ACTIVE, votingEndTime, id);
  return {
    changes: { expedited: false, votingEndTime },
    result: 'expedited_proposal_rejected',
    log: 'expedited proposal converted to regular',
  };
}

/** Runs the messages of a proposal that has passed. When one fails, none has an effect. */
async function execute(
  { emit, ...context }: MessageContext,
  { messages }: Proposal,
  messageTypeOf: MessageTypeOf,
): Promise<Outcome> {
  let at = 0;
  const outcome = await attemptLater(context.state, context, async (attempted) => {
    for (const [index, { typeUrl, value }] of messages.entries()) {
      at = index;
      const type = messageTypeOf(typeUrl);
      if (type === undefined) throw moduleFailure('undefined', 1, `unable to resolve type URL ${typeUrl}`);
      await runProposed(() => type.read(value).handle(attempted), typeUrl);
    }
  });
  if (!('log' in outcome)) return { changes: { status: STATUS.passed }, result: 'proposal_passed', log: 'passed' };
  return {
    changes: { status: STATUS.failed, failedReason: outcome.log },
    result: 'proposal_failed',
    log: `passed, but msg ${at} (${messages[at]?.typeUrl}) failed on execution: ${outcome.log}`,
  };
}

/** Runs a message. Any error of it fails the proposal alone, as the SDK recovers from a panic (`safeExecuteHandler`). */
async function runProposed(run: () => Awaitable<unknown>, typeUrl: string): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw moduleFailure('undefined', 1, `handling x/gov proposal msg [${typeUrl}] PANICKED: ${panicText(error)}`);
  }
}
