/** Requires that a decided block was proposed, and that it is valid on top of the chain. */
import { problemOf } from '../../consensus/round/block_problem.js';
import type { Bytes } from '../../kernel/bytes.js';
import { equalBytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import { broken, defineInvariant, type InvariantContext, type Observation } from '../invariant.js';

interface Proposed {
  readonly height: bigint;
  readonly hash: Bytes;
}

function checkDecision(
  memory: readonly Proposed[],
  observation: Extract<Observation, { type: 'decided' }>,
  context: InvariantContext,
): void {
  const { block, blockId, parts } = observation.decided;
  const { height } = block.header;
  const name = `${toUpperHex(blockId.hash)} at height ${height}`;
  if (!memory.some((proposal) => proposal.height === height && equalBytes(proposal.hash, blockId.hash)))
    broken('validity', `node ${observation.node} decided ${name}, which no node proposed`);
  const env = context.envs[observation.node];
  const problem = env === undefined ? undefined : problemOf(env, observation.before, { block, id: blockId, parts });
  if (problem !== undefined) broken('validity', `node ${observation.node} decided ${name}: ${problem}`);
}

export const invariant = defineInvariant<readonly Proposed[]>({
  name: 'validity',
  observes: ['sent', 'decided'],
  start: [],
  see(memory, observation, context) {
    if (observation.type === 'sent' && observation.message.type === 'proposal') {
      const { height, blockId } = observation.message.proposal;
      return [...memory, { height, hash: blockId.hash }];
    }
    if (observation.type !== 'decided' || observation.earlier !== undefined) return memory;
    checkDecision(memory, observation, context);
    const { height } = observation.decided.block.header;
    return memory.filter((proposal) => proposal.height > height);
  },
});
