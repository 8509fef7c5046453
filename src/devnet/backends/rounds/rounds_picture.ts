/** Draws the picture of a simulated network at an instant, for the dashboard. */
import type {
  NodePicture,
  RoundMessage,
  RoundsPicture,
  ValidatorPicture,
  VotesPicture,
} from '../../../backend/rounds.js';
import type { RoundVotes } from '../../../consensus/tally/height_votes.js';
import { type VoteSet, votesOf } from '../../../consensus/tally/vote_set.js';
import { proposer, type Validator, type ValidatorSet } from '../../../consensus/types/validator_set.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { toUpperHex } from '../../../kernel/hex.js';
import type { NetworkPosition, SimNetwork } from '../../../simulation/index.js';
import { faultText } from '../../faults/fault_text.js';
import { blockHash, blockOf } from './block_hash.js';
import { micros } from './encode_event.js';
import type { RoundMessages } from './round_messages.js';
import type { ValidatorIndexes } from './validator_indexes.js';

/**
 * Most votes in a picture. A height may have hundreds of rounds, each with two votes of every validator at every node;
 * the newest rounds come first.
 */
const MAX_VOTES = 60_000;

type NodePosition = NetworkPosition['nodes'][number];

/** Returns the validators of the height that is being decided, with their priorities for its round 0. */
function currentValidators(network: SimNetwork): ValidatorSet {
  let best = network.node(0).engine;
  for (let index = 1; index < network.size; index++) {
    const { engine } = network.node(index);
    if (engine.round.height > best.round.height) best = engine;
  }
  return best.decidedState.chain.validators;
}

/** Draws the picture. The indexes become those of the present nodes and set, which is returned too. */
export function roundsPicture(
  network: SimNetwork,
  indexes: ValidatorIndexes,
  numbers: RoundMessages,
  names: (address: Bytes) => string,
): { readonly picture: RoundsPicture; readonly validators: ValidatorSet } {
  const set = currentValidators(network);
  indexes.update(network, set);
  const { now, events, nodes, inFlight } = network.position();
  const messages: Record<number, RoundMessage> = {};
  const budget = Math.floor(MAX_VOTES / Math.max(1, nodes.length));
  const picture = {
    at: micros(now),
    events,
    height: Number(network.lastDecidedHeight) + 1,
    validators: indexes.addresses.map((address, index) => validatorPicture(address, index, set, network, names)),
    nodes: nodes.map((node) => nodePicture(node, indexes, budget)),
    inFlight: inFlight.map(({ from, to, message, sent, until }): RoundsPicture['inFlight'][number] => {
      const number = numbers.numberOf(message, (described, text) => {
        messages[described] = text;
      });
      return [from, to, number, numbers.sentAt(message, from) ?? micros(sent), micros(until)];
    }),
    messages,
    faults: network.faults.map(({ name, fault }) => ({
      name,
      text: faultText(fault, (index) => names(indexes.addresses[index] as Bytes)),
    })),
    cuts: network.cuts.map(({ low, high }): readonly [number, number] => [low, high]),
  };
  return { picture, validators: set };
}

function validatorPicture(
  address: Bytes,
  index: number,
  { validators }: ValidatorSet,
  { byzantine }: SimNetwork,
  names: (address: Bytes) => string,
): ValidatorPicture {
  const member: Validator | undefined = validators.find((validator) => equalBytes(validator.address, address));
  return {
    name: names(address),
    address: toUpperHex(address),
    power: `${member?.votingPower ?? 0n}`,
    priority: `${member?.proposerPriority ?? 0n}`,
    byzantine: byzantine.includes(index),
  };
}

function nodePicture({ node: { up, engine }, timer }: NodePosition, indexes: ValidatorIndexes, budget: number) {
  const { height, round, step, validators, proposalBlock, lockedBlock, lockedRound, validBlock, validRound, votes } =
    engine.round;
  return {
    up,
    height: Number(height),
    round,
    step,
    proposer: indexes.of(proposer(validators).address),
    proposal: proposalBlock && blockHash(proposalBlock.id.hash),
    locked: lockedBlock && { round: lockedRound, block: blockHash(lockedBlock.id.hash) },
    valid: validBlock && { round: validRound, block: blockHash(validBlock.id.hash) },
    timeout: timer && {
      height: Number(timer.timeout.height),
      round: timer.timeout.round,
      step: timer.timeout.step,
      until: micros(timer.until),
    },
    votes: newestVotes(votes.rounds, indexes, budget),
  } satisfies NodePicture;
}

/** Returns the votes of the newest rounds that have any, oldest first, at most as many as `budget` allows. */
function newestVotes(
  rounds: readonly RoundVotes[],
  indexes: ValidatorIndexes,
  budget: number,
): readonly VotesPicture[] {
  const pictures: VotesPicture[] = [];
  let count = 0;
  for (let i = rounds.length - 1; i >= 0 && count <= budget; i--) {
    const { round, prevotes, precommits } = rounds[i] as RoundVotes;
    if (isEmpty(prevotes) && isEmpty(precommits)) continue;
    pictures.push({ round, prevotes: choices(prevotes, indexes), precommits: choices(precommits, indexes) });
    count += 2 * prevotes.validators.validators.length;
  }
  return pictures.reverse();
}

const isEmpty = ({ power, blocks }: VoteSet): boolean => power === 0n && blocks.length === 0;

function choices(set: VoteSet, indexes: ValidatorIndexes): Readonly<Record<number, string | null>> {
  const found: Record<number, string | null> = {};
  for (const vote of votesOf(set))
    if (vote !== undefined) found[indexes.of(vote.validatorAddress)] = blockOf(vote.blockId);
  return found;
}
