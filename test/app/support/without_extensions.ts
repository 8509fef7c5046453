import type { CommitInfo, ExtendedCommitInfo } from '../../../src/abci/application.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';

/** Returns the last commit of a proposal at a height below which votes had no extensions. */
export const withoutExtensions = ({ round, votes }: CommitInfo): ExtendedCommitInfo => ({
  round,
  votes: votes.map((vote) => ({ ...vote, voteExtension: EMPTY_BYTES, extensionSignature: EMPTY_BYTES })),
});
