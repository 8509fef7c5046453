/** Logs the conflicting commits that end a chain, with the names of their signers. */
import type { ConflictingCommits } from '../../backend/evm/network_control.js';
import type { ConflictEntry } from './entry.js';

export const conflictEntry = ({ height, branches }: ConflictingCommits): ConflictEntry => ({
  type: 'conflict',
  height: Number(height),
  branches: branches.map(({ block, round, signers }) => ({ block, round, signers: signers.map(({ name }) => name) })),
});
