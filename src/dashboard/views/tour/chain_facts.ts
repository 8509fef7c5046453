/** Reads from the chain what the exercises show and check. */
import { type ActiveFault, type NetworkNode, positionText } from '../../explorer/read/network.js';
import { faultText } from '../../model/fault_text.js';
import { incrementsAfter } from '../../model/proposers.js';
import type { Observation, Roles, TourChain } from './exercise.js';

interface RoundState {
  readonly height: string;
  readonly round: number;
  readonly step: number;
  readonly locked_round: number;
  readonly validators: {
    readonly validators: readonly {
      readonly address: string;
      readonly voting_power: string;
      readonly proposer_priority: string;
    }[];
    readonly proposer: { readonly address: string };
  };
}

export interface Commit {
  readonly round: number;
  readonly block_id: { readonly hash: string };
  readonly signatures: readonly { readonly block_id_flag: number; readonly validator_address: string }[];
}

const NEW_HEIGHT = 1;
/** Flag of a signature for the block in a commit (`BlockIDFlagCommit`). */
const FOR_BLOCK = 2;
const ROUNDS = 4;

export const nodesOf = async (chain: TourChain): Promise<readonly NetworkNode[]> =>
  (await chain.evm<{ nodes: readonly NetworkNode[] }>('halley_network')).nodes;

export const faultsOf = (chain: TourChain): Promise<readonly ActiveFault[]> => chain.evm('halley_faults');

/** Returns the active faults, as facts. */
export const faultFacts = (faults: readonly ActiveFault[]): Observation['facts'] =>
  faults.map(({ fault }) => ['Fault', faultText(fault)]);

/** Returns the position of each validator, as facts. */
export const positions = (nodes: readonly NetworkNode[]): Observation['facts'] =>
  nodes.map((node) => [node.name, node.up ? positionText(node) : 'down']);

export const headOf = async (chain: TourChain): Promise<number> => Number(await chain.evm<string>('eth_blockNumber'));

/** Returns the commit of a height; undefined while it is not decided. */
export async function commitOf(chain: TourChain, height: number): Promise<Commit | undefined> {
  if ((await headOf(chain)) < height) return undefined;
  type Answer = { signed_header: { commit: Commit } };
  return (await chain.comet<Answer>('commit', { height: `${height}` })).signed_header.commit;
}

interface BlockAnswer<Value> {
  readonly block: { readonly evidence: { readonly evidence: readonly { readonly value: Value }[] } };
}

/** Returns the first evidence in a block from a height on, with the height of its block. */
export async function evidenceIn<Value>(
  chain: TourChain,
  from: number,
): Promise<{ readonly height: number; readonly value: Value } | undefined> {
  const head = await headOf(chain);
  for (let height = from; height <= head; height++) {
    const { block } = await chain.comet<BlockAnswer<Value>>('block', { height: `${height}` });
    const [found] = block.evidence.evidence;
    if (found !== undefined) return { height, value: found.value };
  }
  return undefined;
}

/** Returns the names of the validators whose precommits for the block are in a commit. */
export const signersOf = ({ signatures }: Commit, nodes: readonly NetworkNode[]): readonly string[] =>
  nodes
    .filter(({ address }) =>
      signatures.some((one) => one.block_id_flag === FOR_BLOCK && one.validator_address === address),
    )
    .map(({ name }) => name);

export const roundState = async (chain: TourChain): Promise<RoundState> =>
  (await chain.comet<{ round_state: RoundState }>('dump_consensus_state')).round_state;

/** Returns the facts of a decided height, and says that it is decided when `expected` says nothing else. */
export async function decided(
  chain: TourChain,
  { height }: Roles,
  expected: (commit: Commit, signers: readonly string[]) => boolean = () => true,
): Promise<Observation> {
  const nodes = await nodesOf(chain);
  const commit = await commitOf(chain, height);
  if (commit === undefined) return { facts: [['Block', `${height} is not decided`], ...positions(nodes)] };
  const signers = signersOf(commit, nodes);
  return {
    facts: [
      ['Block', `${height} is ${commit.block_id.hash.slice(0, 8)}`],
      ['Decided in round', `${commit.round}`],
      ['Signed by', signers.join(', ')],
    ],
    ...(expected(commit, signers) && { done: `Block ${height} was decided in round ${commit.round}.` }),
  };
}

/** Returns the roles at the next height; undefined while a height is in progress. */
export async function rolesOf(chain: TourChain): Promise<Roles | undefined> {
  const { height, round, step, validators } = await roundState(chain);
  if (round !== 0 || step !== NEW_HEIGHT) return undefined;
  const nodes = await nodesOf(chain);
  const indexOf = (address: string): number => nodes.findIndex((node) => node.address === address);
  const candidates = validators.validators.map((one) => ({
    address: one.address,
    power: BigInt(one.voting_power),
    priority: BigInt(one.proposer_priority),
  }));
  const later = incrementsAfter(candidates, ROUNDS - 1).map(({ proposer }) => candidates[proposer]?.address ?? '');
  return { height: Number(height), proposers: [validators.proposer.address, ...later].map(indexOf) };
}

/** Returns why the exercises cannot begin on this chain; undefined when they can. */
export async function obstacle(chain: TourChain): Promise<string | undefined> {
  const [nodes, faults] = [await nodesOf(chain), await faultsOf(chain)];
  const forked = (await chain.evm<unknown>('halley_conflictingCommits')) !== null;
  if (forked)
    return 'The chain has forked. Put the chain back in the exercise that did it, or roll back in the view Control.';
  if (nodes.length !== 4 || new Set(nodes.map(({ power }) => power)).size !== 1)
    return 'The exercises need four validators of equal power, as `npx halley-devnet` starts them.';
  const down = nodes.filter(({ up }) => !up).map(({ name }) => name);
  if (down.length > 0) return `Restart ${down.join(' and ')} first: the exercises begin with all validators up.`;
  const cut = nodes.some(({ peers }) => peers.length !== 3);
  if (faults.length > 0 || cut) return 'End all faults and heal the network first, in the view Faults.';
  return undefined;
}
