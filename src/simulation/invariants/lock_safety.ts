/**
 * Requires that locks are respected (paper, section 4). When enough honest validators have precommitted a block to
 * decide it, no honest validator precommits another in a later round of that height. A validator that precommitted a
 * block prevotes another only after a later polka that is not for its own block. Where byzantine validators have a third
 * of the power, only the second rule holds.
 */
import { type BlockId, equalBlockIds, isNilBlockId } from '../../consensus/types/block_id.js';
import { hasTwoThirds, type ValidatorSet } from '../../consensus/types/validator_set.js';
import { type Vote, VoteType } from '../../consensus/types/vote.js';
import { byzantinePower, mayFork } from '../byzantine_power.js';
import { broken, defineInvariant, type InvariantContext } from '../invariant.js';
import type { SimNode } from '../sim_node.js';

/** Records an honest node's precommit for a block. */
interface Precommitted {
  readonly node: number;
  readonly power: bigint;
  readonly vote: Vote;
}

const powerAt = (set: ValidatorSet, index: number): bigint => set.validators[index]?.votingPower ?? 0n;

const isAnotherBlock = (earlier: Vote, vote: Vote): boolean =>
  earlier.height === vote.height && earlier.round < vote.round && !equalBlockIds(earlier.blockId, vote.blockId);

/** Returns whether the precommits for `blockId` in `round`, plus those that byzantine nodes may add, can decide it. */
function canBeDecided(
  memory: readonly Precommitted[],
  { height, round, blockId }: Vote,
  set: ValidatorSet,
  context: InvariantContext,
): boolean {
  let power = byzantinePower(context, set);
  for (const { vote, power: weight } of memory)
    if (vote.height === height && vote.round === round && equalBlockIds(vote.blockId, blockId)) power += weight;
  return hasTwoThirds(power, set.totalVotingPower);
}

/**
 * Returns whether a later round, up to the vote's, has a polka for nil or for another block than the precommitted one.
 */
function isReleased({ engine }: SimNode, precommitted: Vote, vote: Vote): boolean {
  if (engine.round.height !== vote.height) return true;
  return engine.round.votes.rounds.some(({ round, prevotes: { majority } }) => {
    if (round <= precommitted.round || round > vote.round || majority === undefined) return false;
    return !equalBlockIds(majority, precommitted.blockId);
  });
}

function checkPrecommit(
  memory: readonly Precommitted[],
  node: number,
  vote: Vote,
  set: ValidatorSet,
  context: InvariantContext,
): void {
  if (mayFork(context, set)) return;
  for (const earlier of memory)
    if (isAnotherBlock(earlier.vote, vote) && canBeDecided(memory, earlier.vote, set, context))
      broken(
        'lock safety',
        `node ${node} precommitted another block in ${vote.height}/${vote.round} than may be decided`,
      );
}

function checkPrevote(memory: readonly Precommitted[], node: SimNode, vote: Vote): void {
  const own = memory.findLast((earlier) => earlier.node === node.index && earlier.vote.height === vote.height);
  if (own === undefined || !isAnotherBlock(own.vote, vote) || isReleased(node, own.vote, vote)) return;
  broken('lock safety', `node ${node.index} prevoted against its lock in ${vote.height}/${vote.round}`);
}

const namesBlock = (blockId: BlockId): boolean => !isNilBlockId(blockId);

/** Precommits for blocks of heights that are not decided. */
export const invariant = defineInvariant<readonly Precommitted[]>({
  name: 'lock safety',
  observes: ['sent', 'decided'],
  start: [],
  see(memory, observation, context) {
    if (observation.type === 'decided') {
      if (observation.earlier !== undefined || memory.length === 0) return memory;
      const { height } = observation.decided.block.header;
      return memory.filter(({ vote }) => vote.height > height);
    }
    if (observation.type !== 'sent' || observation.message.type !== 'vote') return memory;
    const { vote } = observation.message;
    const node = context.nodes[observation.node];
    if (node === undefined || context.byzantine.includes(node.index) || !namesBlock(vote.blockId)) return memory;
    if (vote.type === VoteType.Prevote) {
      if (vote.round > 0) checkPrevote(memory, node, vote);
      return memory;
    }
    const set = node.engine.decidedState.chain.validators;
    if (node.engine.round.height !== vote.height) return memory;
    if (vote.round > 0) checkPrecommit(memory, node.index, vote, set, context);
    return [...memory, { node: node.index, power: powerAt(set, vote.validatorIndex), vote }];
  },
});
