/** Defines the state of one node's round, which is immutable, and how each event of the node changes it. */
import type { LastVote, NodePicture, PlainRoundEvent, RoundMessage, UnknownNodePicture } from '../../backend/rounds.js';
import { ROUND_STEPS } from '../../kernel/round_steps.js';
import { addVote, type Choice, NO_VOTES, type Powers, settleVote, type VoteSet } from './vote_set.js';

export interface RoundVotes {
  readonly prevotes: VoteSet;
  readonly precommits: VoteSet;
}

export const NO_ROUND_VOTES: RoundVotes = { prevotes: NO_VOTES, precommits: NO_VOTES };

/** Block with the round of its polka. */
export interface BlockOfRound {
  readonly round: number;
  readonly block: string;
}

export interface Wait {
  readonly height: number;
  readonly round: number;
  readonly step: number;
  /** Time at which the wait began; undefined when the page knows only its end. */
  readonly since: number | undefined;
  readonly until: number;
}

export interface NodeView {
  /** Whether no RPC reports the node's state, so that only the last vote of its validator is known. */
  readonly unknown: boolean;
  /** Last vote of an unknown node's validator; undefined for other nodes, and before the first vote. */
  readonly lastVote: LastVote | undefined;
  readonly up: boolean;
  readonly height: number;
  readonly round: number;
  /** CometBFT's number of the step, 1 to 8. */
  readonly step: number;
  /** Index of the round's proposer; -1 while it is not known. */
  readonly proposer: number;
  readonly proposal: string | undefined;
  readonly locked: BlockOfRound | undefined;
  readonly valid: BlockOfRound | undefined;
  readonly timeout: Wait | undefined;
  /** Votes that the node has counted, by round of the height. */
  readonly votes: readonly RoundVotes[];
  /** Votes by which the node decided the height before; `undefined` if the page has not seen them. */
  readonly decidedBy?: RoundVotes | undefined;
}

/** Numbers the steps as CometBFT does. */
export const STEP = { newHeight: 1, propose: 3, prevote: 4, precommit: 6, precommitWait: 7, commit: 8 } as const;

/** Returns CometBFT's name of a step. */
export const stepName = (step: number): string => ROUND_STEPS[step - 1] ?? `step ${step}`;

export const nodeFromPicture = (picture: NodePicture | UnknownNodePicture, powers: Powers): NodeView =>
  'unknown' in picture ? { ...UNKNOWN, lastVote: picture.vote } : knownNode(picture, powers);

const knownNode = (picture: NodePicture, powers: Powers): NodeView => ({
  unknown: false,
  lastVote: undefined,
  up: picture.up,
  height: picture.height,
  round: picture.round,
  step: picture.step,
  proposer: picture.proposer,
  proposal: picture.proposal,
  locked: picture.locked,
  valid: picture.valid,
  timeout: picture.timeout && { ...picture.timeout, since: undefined },
  votes: votesFromPicture(picture, powers),
});

function votesFromPicture({ votes }: NodePicture, powers: Powers): readonly RoundVotes[] {
  const rounds: RoundVotes[] = [];
  for (const { round, prevotes, precommits } of votes) {
    while (rounds.length <= round) rounds.push(NO_ROUND_VOTES);
    rounds[round] = { prevotes: setOf(prevotes, powers), precommits: setOf(precommits, powers) };
  }
  return rounds;
}

function setOf(votes: Readonly<Record<number, Choice>>, powers: Powers): VoteSet {
  let set = NO_VOTES;
  for (const [validator, choice] of Object.entries(votes)) set = addVote(set, Number(validator), choice, powers);
  return set;
}

/** State of a node before round 0 of a height. */
const BEFORE_ROUNDS = {
  round: 0,
  step: STEP.newHeight,
  proposer: -1,
  proposal: undefined,
  locked: undefined,
  valid: undefined,
  votes: [],
} as const;

/** Node of which nothing is known. */
const UNKNOWN: NodeView = {
  unknown: true,
  lastVote: undefined,
  up: true,
  height: 0,
  timeout: undefined,
  ...BEFORE_ROUNDS,
};

/** Returns an unknown node after a vote of its validator, unless a later one is known. */
export function withLastVote(node: NodeView, vote: LastVote): NodeView {
  const { lastVote: last } = node;
  if (!node.unknown || (last !== undefined && orderOf(last) > orderOf(vote))) return node;
  return { ...node, lastVote: vote };
}

/** Most rounds of a height for the order of votes. */
const MAX_ROUNDS = 65_536;

const orderOf = ({ height, round, type }: LastVote): number => (height * MAX_ROUNDS + round) * 2 + type - 1;

/** Returns the votes by which a node decides a block: those of a round with two thirds of the precommits for it. */
export const decidingVotes = ({ votes }: NodeView): RoundVotes | undefined =>
  votes.findLast(({ precommits }) => typeof precommits.majority === 'string');

/** Returns a node that waits for round 0 of a height. */
export const atHeight = (node: NodeView, height: number): NodeView => ({
  ...node,
  ...BEFORE_ROUNDS,
  height,
  decidedBy: decidingVotes(node),
});

/** Moves a node to a position. Another height clears the round state, another round the proposal. */
export function moveTo(node: NodeView, height: number, round: number, step: number): NodeView {
  if (node.height !== height) return { ...atHeight(node, height), round, step };
  if (node.round !== round) return { ...node, round, step, proposal: undefined, proposer: -1 };
  return step === STEP.commit ? { ...takeLocked(node), step } : { ...node, step };
}

/** Enters Commit: the locked block is the whole block, if the precommits decided for it. */
function takeLocked(node: NodeView): NodeView {
  const { locked, votes } = node;
  if (locked === undefined || !votes.some(({ precommits }) => precommits.majority === locked.block)) return node;
  return { ...node, proposal: locked.block };
}

export const beginRound = (node: NodeView, height: number, round: number, proposer: number): NodeView => {
  const moved = node.height === height && node.round === round ? node : moveTo(node, height, round, 2);
  return { ...moved, step: 2, proposer };
};

/** Takes the whole proposed block. It is the valid block if the round's prevotes chose it. */
export function takeProposal(node: NodeView, block: string): NodeView {
  const has = { ...node, proposal: block };
  const isNewer = (node.valid?.round ?? -1) < node.round;
  return isNewer && polkaOf(node) === block ? { ...has, valid: { round: node.round, block } } : has;
}

const polkaOf = (node: NodeView, round = node.round): Choice | undefined => node.votes[round]?.prevotes.majority;

export function countVote(
  node: NodeView,
  round: number,
  type: 1 | 2,
  validator: number,
  choice: Choice,
  powers: Powers,
): NodeView {
  return changeVotes(node, round, type, (set) => addVote(set, validator, choice, powers));
}

function changeVotes(node: NodeView, round: number, type: 1 | 2, change: (set: VoteSet) => VoteSet): NodeView {
  const votes = node.votes.slice();
  while (votes.length <= round) votes.push(NO_ROUND_VOTES);
  const { prevotes, precommits } = votes[round] ?? NO_ROUND_VOTES;
  votes[round] = type === 1 ? { prevotes: change(prevotes), precommits } : { prevotes, precommits: change(precommits) };
  return { ...node, votes };
}

/** Takes the second of two contradicting votes, of which `received` was the last that arrived. */
export function settle(
  node: NodeView,
  round: number,
  type: 1 | 2,
  validator: number,
  received: RoundMessage | undefined,
): NodeView {
  const { block } = received ?? {};
  if (received?.validator !== validator || received.round !== round || block === undefined) return node;
  if (received.kind !== (type === 1 ? 'prevote' : 'precommit')) return node;
  return changeVotes(node, round, type, (set) => settleVote(set, validator, block));
}

/** Applies an event that names only a position: lock and valid block follow the polka among the node's prevotes. */
export function applyPlain(node: NodeView, round: number, event: PlainRoundEvent): NodeView {
  const polka = polkaOf(node, round);
  switch (event) {
    case 'lock':
    case 'relock':
      return typeof polka === 'string' ? { ...node, locked: { round, block: polka } } : node;
    case 'unlock':
      return { ...node, locked: undefined };
    case 'valid block':
      return followValid(node, round, polka);
    case 'timeout propose':
    case 'timeout wait':
      return { ...node, timeout: undefined };
  }
  return node;
}

/** The event is published too when the block of a majority is missing, in place of which the node drops another one. */
function followValid(node: NodeView, round: number, polka: Choice | undefined): NodeView {
  if (typeof polka === 'string' && polka === node.proposal && (node.valid?.round ?? -1) < round)
    return { ...node, valid: { round, block: polka } };
  return { ...node, proposal: undefined };
}

/** Returns the wait that is running, which another step may have made void. */
export function runningWait({ timeout, up, height, round, step }: NodeView, at: number): Wait | undefined {
  if (timeout === undefined || !up || timeout.until <= at || timeout.height !== height) return undefined;
  return timeout.round > round || (timeout.round === round && timeout.step >= step) ? timeout : undefined;
}
