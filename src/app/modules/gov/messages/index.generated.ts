// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgSubmitProposal } from './MsgSubmitProposal.js';
import { LegacyMsgSubmitProposal, MsgExecLegacyContent } from './legacy.js';
import {
  LegacyMsgDeposit,
  LegacyMsgVote,
  LegacyMsgVoteWeighted,
  MsgCancelProposal,
  MsgDeposit,
  MsgUpdateParams,
  MsgVote,
  MsgVoteWeighted,
} from './votes.js';

export const MESSAGES = [
  LegacyMsgDeposit,
  LegacyMsgSubmitProposal,
  LegacyMsgVote,
  LegacyMsgVoteWeighted,
  MsgCancelProposal,
  MsgDeposit,
  MsgExecLegacyContent,
  MsgSubmitProposal,
  MsgUpdateParams,
  MsgVote,
  MsgVoteWeighted,
] as const;
