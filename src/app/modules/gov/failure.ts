/** Makes failures of the codespace `gov` (SDK x/gov `errors.go`). */
import { utf8 } from '../../../kernel/text.js';
import { moduleFailure, type TxFailure } from '../../types/refusal.js';

const REASONS = {
  inactiveProposal: [3, 'inactive proposal'],
  invalidContent: [5, 'invalid proposal content'],
  invalidVote: [7, 'invalid vote option'],
  noMessages: [11, 'no messages proposed'],
  invalidSigner: [13, 'expected gov account as only signer for proposal message'],
  metadataTooLong: [15, 'metadata too long'],
  depositTooSmall: [16, 'minimum deposit is too small'],
  invalidProposer: [18, 'invalid proposer'],
  votingEnded: [20, 'voting period already ended'],
  invalidProposal: [21, 'invalid proposal'],
  summaryTooLong: [22, 'summary too long'],
  invalidDepositDenom: [23, 'invalid deposit denom'],
} as const;

/** Makes a failure. The text precedes the reason's own words. */
export function govFailure(reason: keyof typeof REASONS, text?: string): TxFailure {
  const [code, words] = REASONS[reason];
  return moduleFailure('gov', code, text === undefined ? words : `${text}: ${words}`);
}

/** Most bytes of a title or of metadata, as in cosmos/evm's `evmd`. */
export const MAX_METADATA_BYTES = 255;

/** Throws TxFailure for a title or metadata that is too long. */
export function checkMetadataLength(text: string): void {
  const { length } = utf8(text);
  if (length > MAX_METADATA_BYTES) throw govFailure('metadataTooLong', `got metadata with length ${length}`);
}
