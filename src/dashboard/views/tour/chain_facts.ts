/** Reads from the chain what the exercises show and check. */
import { incrementsAfter } from '../../model/proposers.js';
import type { Observation, Roles, TourChain } from './exercise.js';

export interface NodeFacts {
  readonly index: number;
  readonly name: string;
  readonly address: string;
  readonly power: string;
  readonly jailed: boolean;
  readonly up: boolean;
  readonly height: string;
  readonly round: string;
  readonly step: string;
}

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
/** Marks a signature for the block in a commit (`BlockIDFlagCommit`). */
const FOR_BLOCK = 2;
const ROUNDS = 4;

export const nodesOf = async (chain: TourChain): Promise<readonly NodeFacts[]> =>
  (await chain.evm<{ nodes: readonly NodeFacts[] }>('halley_network')).nodes;

export const placeOf = ({ height, round, step }: Pick<NodeFacts, 'height' | 'round' | 'step'>): string =>
  `${Number(height)}/${Number(round)} ${step}`;

/** Returns the position of each validator, as facts. */
export const positions = (nodes: readonly NodeFacts[]): Observation['facts'] =>
  nodes.map((node) => [node.name, node.up ? placeOf(node) : 'down']);

export const headOf = async (chain: TourChain): Promise<number> => Number(await chain.evm<string>('eth_blockNumber'));

/** Returns the commit of a height; undefined while it is not decided. */
export async function commitOf(chain: TourChain, height: number): Promise<Commit | undefined> {
  if ((await headOf(chain)) < height) return undefined;
  type Answer = { signed_header: { commit: Commit } };
  return (await chain.comet<Answer>('commit', { height: `${height}` })).signed_header.commit;
}

/** Returns the names of the validators whose precommits for the block are in a commit. */
export const signersOf = ({ signatures }: Commit, nodes: readonly NodeFacts[]): readonly string[] =>
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
  const [nodes, faults] = [await nodesOf(chain), await chain.evm<readonly unknown[]>('halley_faults')];
  const forked = (await chain.evm<unknown>('halley_conflictingCommits')) !== null;
  if (forked) return 'The chain has forked. Reset the exercise that did it, or roll back on the page Control.';
  if (nodes.length !== 4 || new Set(nodes.map(({ power }) => power)).size !== 1)
    return 'The exercises need four validators of equal power, as `npx halley-devnet` starts them.';
  const down = nodes.filter(({ up }) => !up).map(({ name }) => name);
  if (down.length > 0) return `Restart ${down.join(' and ')} first: the exercises begin with all validators up.`;
  const cut = nodes.some((node) => 'peers' in node && (node.peers as readonly number[]).length !== 3);
  if (faults.length > 0 || cut) return 'End all faults and heal the network first, on the page Faults.';
  return undefined;
}
