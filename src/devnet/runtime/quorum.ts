/**
 * Computes which part of the voting power can decide the next height together: the nodes that are up and connected,
 * directly or through others. Other faults may still prevent a decision.
 */
import { hasTwoThirds, powerOf } from '../../consensus/types/validator_set.js';
import { HalleyError } from '../../kernel/errors.js';
import type { SimNetwork } from '../../simulation/index.js';
import type { SimulatedChain } from '../chain/chain.js';

export interface Quorum {
  /** Nodes of the most powerful connected group. */
  readonly nodes: readonly number[];
  /** Voting power of that group. */
  readonly online: bigint;
  /** Voting power of all validators. */
  readonly total: bigint;
  /** Indexes of the validators that are down. */
  readonly down: readonly number[];
  /** Indexes of the validators that are up, but not connected to that group. */
  readonly apart: readonly number[];
}

type QuorumChain = Pick<SimulatedChain, 'blockStore' | 'simNetwork'>;

export function quorumOf({ blockStore, simNetwork }: QuorumChain): Quorum {
  const { validators } = blockStore.state;
  const members = Array.from({ length: simNetwork.size }, (_, index) => {
    const { key, up } = simNetwork.node(index);
    return { index, up, power: powerOf(validators, key.address) };
  });
  const groups = groupsOf(simNetwork).map((group) => ({
    group,
    power: group.reduce((sum, index) => sum + (members[index]?.power ?? 0n), 0n),
  }));
  const best = groups.reduce((a, b) => (b.power > a.power ? b : a), { group: [] as readonly number[], power: 0n });
  const outside = members.filter(({ index, power }) => power > 0n && !best.group.includes(index));
  return {
    nodes: best.group,
    online: best.power,
    total: validators.totalVotingPower,
    down: outside.flatMap(({ index, up }) => (up ? [] : [index])),
    apart: outside.flatMap(({ index, up }) => (up ? [index] : [])),
  };
}

export const hasQuorum = ({ online, total }: Quorum): boolean => hasTwoThirds(online, total);

/** Returns whether enough voting power is online and connected to decide the next height. */
export const canDecide = (chain: QuorumChain): boolean => hasQuorum(quorumOf(chain));

/** Divides the nodes that are up into groups that messages can cross, directly or through other nodes. */
function groupsOf(simNetwork: SimNetwork): readonly (readonly number[])[] {
  const left = new Set<number>();
  for (let index = 0; index < simNetwork.size; index++) if (simNetwork.node(index).up) left.add(index);
  const groups: number[][] = [];
  for (const first of left) {
    const group = [first];
    left.delete(first);
    for (const index of group)
      for (const peer of left)
        if (simNetwork.isConnected(index, peer)) {
          left.delete(peer);
          group.push(peer);
        }
    groups.push(group);
  }
  return groups;
}

/** Makes the error for a block that was not decided. It says why, as far as the state of the network shows it. */
export function stalled(chain: QuorumChain): HalleyError {
  const { simNetwork, blockStore } = chain;
  if (simNetwork.conflict !== undefined) return forked(simNetwork.conflict.height);
  const quorum = quorumOf(chain);
  const { online, total, down, apart } = quorum;
  const height = blockStore.height + 1n;
  const facts = { height, online, total, down, apart };
  const nameOf = (index: number): string => `${index} (${simNetwork.node(index).key.name})`;
  const lists = [
    { indexes: down, text: 'down' },
    { indexes: apart, text: 'cut off from the others' },
  ].flatMap(({ indexes, text }) => (indexes.length === 0 ? [] : [`${text}: ${indexes.map(nameOf).join(', ')}`]));
  const why = hasQuorum(quorum)
    ? `height ${height} has come to round ${roundOf(simNetwork, height)} without a decision, although ${online} of ${total} ` +
      'of the voting power is online: end the faults of the network, or raise its timeouts'
    : `more than 2/3 of the voting power must be online, and ${online} of ${total} is (${lists.join('; ') || 'no node has the keys of the others'}): ` +
      (lists.length > 0 ? 'restart or connect these validators' : 'start with the keys of those validators');
  return new HalleyError('unavailable', `no block was decided: ${why}, then try again; see devnet.network`, facts);
}

/** Returns the number of decided heights that the nodes of a quorum have not committed, summed over the nodes. */
export const heightsBehind = (simNetwork: SimNetwork, { nodes }: Quorum): number =>
  nodes.reduce(
    (sum, index) => sum + Number(simNetwork.lastDecidedHeight + 1n - simNetwork.node(index).engine.round.height),
    0,
  );

/** Makes the error for a chain that conflicting commits have ended. */
const forked = (height: bigint): HalleyError =>
  new HalleyError(
    'unavailable',
    `the chain has ended: byzantine validators with at least 1/3 of the voting power let two blocks be decided at height ${height} (halley_conflictingCommits shows both commits); to go on, revert to a snapshot from before it, roll back or reset the chain`,
    { height },
  );

/** Returns the highest round that a node has reached. */
function roundOf(simNetwork: SimNetwork, height: bigint): number {
  let highest = 0;
  for (let index = 0; index < simNetwork.size; index++) {
    const { round } = simNetwork.node(index).engine;
    if (round.height === height && round.round > highest) highest = round.round;
  }
  return highest;
}
