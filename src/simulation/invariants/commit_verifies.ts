/**
 * Requires that the seen commit of the first node to decide proves the block. Every signature must verify, and the
 * signers must have more than two thirds of the power.
 */
import { verifySignature } from '../../consensus/signature/verify_signature.js';
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
    const { chainId, validators } = observation.before.chain;
    const { height } = block.header;
    const verify = verifySignature.bind(undefined, env);
    const problem = verifyCommit(chainId, validators, blockId, height, seenCommit, verify);
    return problem === undefined ? memory : broken('commit verifies', `height ${height}: ${problem}`);
  },
});
