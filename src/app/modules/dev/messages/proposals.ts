/** Handles the messages of `halley.dev.v1` that change proposals. */
import * as messages from '../../../../codec/dev/proposals.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { authorityText, GOV } from '../../../sdk/module/authority.js';
import type { StateReader } from '../../../state/types.js';
import { event } from '../../../types/events.js';
import { ensureModuleAccount } from '../../auth/store.js';
import { NO_VOTES, type Proposal, STATUS, statusName } from '../../gov/proposal.js';
import { passAtBlockEnd, readNextId, readProposal, writeNextId } from '../../gov/store.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

/**
 * `halley.dev.v1.MsgPassProposal` ends the periods of a proposal with the next block, which passes it whatever its
 * deposits and votes are. Its messages run as after a vote, and deposits go back.
 */
export const MsgPassProposal = defineDevMessage(messages.MsgPassProposal, (value, { state, params, emit }) => {
  const { time } = readBlockRecord(state);
  ensureModuleAccount(state, GOV);
  const isNew = value.proposalId === 0n;
  const proposal = isNew
    ? {
        ...NEW,
        id: readNextId(state),
        messages: value.messages,
        title: value.title,
        summary: value.title,
        proposer: authorityText(params),
        submitTime: time,
        depositEndTime: time,
      }
    : openProposal(state, value.proposalId);
  if (isNew) writeNextId(state, proposal.id + 1n);
  passAtBlockEnd(state, proposal, time);
  emit(event('pass_proposal', { proposal_id: proposal.id.toString() }));
});

const NEW: Omit<Proposal, 'id'> = {
  messages: [],
  status: STATUS.deposit,
  finalTallyResult: NO_VOTES,
  submitTime: undefined,
  depositEndTime: undefined,
  totalDeposit: [],
  votingStartTime: undefined,
  votingEndTime: undefined,
  metadata: '',
  title: '',
  summary: '',
  proposer: '',
  expedited: false,
  failedReason: '',
};

function openProposal(state: StateReader, id: bigint): Proposal {
  const proposal = readProposal(state, id);
  if (proposal === undefined) throw devFailure('notFound', `there is no proposal ${id}`);
  if (proposal.status === STATUS.deposit || proposal.status === STATUS.voting) return proposal;
  throw devFailure(
    'refused',
    `proposal ${id} has ended with ${statusName(proposal.status)}: expected one in its deposit or voting period`,
  );
}
