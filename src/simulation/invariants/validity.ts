/** A decided block was proposed by somebody, and is valid on top of the chain. */
import { problemOf } from '../../consensus/round/block_problem.js';
import type { Bytes } from '../../kernel/bytes.js';
import { equalBytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import { broken, defineInvariant, type Scene, type Sighting } from '../invariant.js';

interface Proposed {
  readonly height: bigint;
  readonly hash: Bytes;
}

function checkDecision(
  memory: readonly Proposed[],
  sighting: Extract<Sighting, { type: 'decided' }>,
  scene: Scene,
): void {
  const { block, blockId, parts } = sighting.decided;
  const { height } = block.header;
  const name = `${toUpperHex(blockId.hash)} at height ${height}`;
  if (!memory.some((proposal) => proposal.height === height && equalBytes(proposal.hash, blockId.hash)))
    broken('validity', `node ${sighting.node} decided ${name}, which nobody proposed`);
  const env = scene.envs[sighting.node];
  const problem = env === undefined ? undefined : problemOf(env, sighting.before, { block, id: blockId, parts });
  if (problem !== undefined) broken('validity', `node ${sighting.node} decided ${name}: ${problem}`);
}

export const invariant = defineInvariant<readonly Proposed[]>({
  name: 'validity',
  sees: ['sent', 'decided'],
  start: [],
  see(memory, sighting, scene) {
    if (sighting.type === 'sent' && sighting.message.type === 'proposal') {
      const { height, blockId } = sighting.message.proposal;
      return [...memory, { height, hash: blockId.hash }];
    }
    if (sighting.type !== 'decided' || sighting.earlier !== undefined) return memory;
    checkDecision(memory, sighting, scene);
    const { height } = sighting.decided.block.header;
    return memory.filter((proposal) => proposal.height > height);
  },
});
