/**
 * Requires that the seen commit of the first node to decide proves the block. Every signature must verify, and the
 * signers must have more than two thirds of the power. Where votes have extensions, so must those votes.
 */
import { verifyExtension, verifySignature } from '../../consensus/signature/verify_signature.js';
import { BlockIdFlag, commitToVote } from '../../consensus/types/commit.js';
import { voteExtensionsEnabled } from '../../consensus/types/params.js';
import { validatorAt } from '../../consensus/types/validator_set.js';
import { verifyCommit } from '../../consensus/types/verify_commit.js';
import { broken, defineInvariant } from '../invariant.js';

export const invariant = defineInvariant({
  name: 'commit verifies',
  observes: ['decided'],
  start: undefined,
  see(memory, observation, context) {
    if (observation.type !== 'decided' || observation.earlier !== undefined) return memory;
    const env = context.envs[observation.node];
    if (env === undefined) return memory;
    const { block, blockId, seenCommit } = observation.decided;
    const { chainId, validators, params } = observation.before.chain;
    const { height } = block.header;
    const verify = verifySignature.bind(undefined, env);
    const problem = verifyCommit(chainId, validators, blockId, height, seenCommit, verify);
    if (problem !== undefined) broken('commit verifies', `height ${height}: ${problem}`);
    if (!voteExtensionsEnabled(params, height)) return memory;
    for (const [index, { blockIdFlag }] of seenCommit.signatures.entries()) {
      if (blockIdFlag !== BlockIdFlag.Commit) continue;
      const { pubKey } = validatorAt(validators, index);
      if (!verifyExtension(env, chainId, pubKey, commitToVote(seenCommit, index)))
        broken('commit verifies', `height ${height}: the vote of validator ${index} has no valid extension`);
    }
    return memory;
  },
});
