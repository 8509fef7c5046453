// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  LegacyDeposit,
  LegacyDeposits,
  LegacyParams,
  LegacyProposal,
  LegacyProposals,
  LegacyTallyResult,
  LegacyVote,
  LegacyVotes,
} from './legacy.js';
import { Constitution, Deposit, Deposits, Params, Proposal, Proposals, TallyResult, Vote, Votes } from './proposals.js';

export const QUERIES = [
  Constitution,
  Deposit,
  Deposits,
  LegacyDeposit,
  LegacyDeposits,
  LegacyParams,
  LegacyProposal,
  LegacyProposals,
  LegacyTallyResult,
  LegacyVote,
  LegacyVotes,
  Params,
  Proposal,
  Proposals,
  TallyResult,
  Vote,
  Votes,
] as const;
