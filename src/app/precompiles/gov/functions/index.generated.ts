// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { cancelProposal, deposit, submitProposal, vote, voteWeighted } from './messages.js';
import {
  getAuthority,
  getConstitution,
  getDeposit,
  getDeposits,
  getParams,
  getProposal,
  getProposals,
  getTallyResult,
  getVote,
  getVotes,
} from './queries.js';

export const FUNCTIONS = [
  cancelProposal,
  deposit,
  getAuthority,
  getConstitution,
  getDeposit,
  getDeposits,
  getParams,
  getProposal,
  getProposals,
  getTallyResult,
  getVote,
  getVotes,
  submitProposal,
  vote,
  voteWeighted,
] as const;
