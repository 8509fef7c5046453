/** Shows conflicting commits with the names of their signers, for the library, RPC and the log. */
import type { CommitSigner, CommittedBranch, ConflictingCommits } from '../../backend/evm/network_control.js';
import { BlockIdFlag } from '../../consensus/types/commit.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import { commit as commitJson } from '../../rpc/comet/dialects/shared/commit.js';
import {
  type DecidedBranch,
  keyIndex,
  type SimNetwork,
  type ValidatorKey,
  validatorName,
} from '../../simulation/index.js';

/** Returns the commits that ended the chain; undefined on a chain that has not forked. */
export function conflictView(
  { conflict }: Pick<SimNetwork, 'conflict'>,
  keys: readonly ValidatorKey[],
): ConflictingCommits | undefined {
  if (conflict === undefined) return undefined;
  return { height: conflict.height, branches: conflict.branches.map((branch) => branchView(branch, keys)) };
}

const branchView = ({ blockId, commit, nodes }: DecidedBranch, keys: readonly ValidatorKey[]): CommittedBranch => ({
  block: toUpperHex(blockId.hash),
  round: commit.round,
  signers: commit.signatures.flatMap(({ blockIdFlag, validatorAddress }) =>
    blockIdFlag === BlockIdFlag.Commit ? [signerOf(validatorAddress, keys)] : [],
  ),
  nodes,
  commit: commitJson(commit),
});

function signerOf(address: Bytes, keys: readonly ValidatorKey[]): CommitSigner {
  const index = keyIndex(keys, address);
  return { index: index < 0 ? null : index, name: validatorName(keys, address) };
}
