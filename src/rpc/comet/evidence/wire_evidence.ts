/**
 * Decodes evidence as a client sends it (consensus-rpc.md 1.6, 3): anything that Go's structs can hold, nil pointers
 * included. `validate_basic.ts` checks its content.
 */
import { int64, list, pointer, registered, type Shape, struct, time } from '../protocol/amino_json.js';
import type { JsonNode } from '../protocol/json_node.js';
import { commit, header, type Of, REGISTERED, validator, vote } from '../protocol/wire_types.js';

const validatorSet = struct({
  validators: ['validators', list(pointer(validator))],
  proposer: ['proposer', pointer(validator)],
});

const lightBlock = struct({
  signedHeader: [
    'signed_header',
    pointer(struct({ header: ['header', pointer(header)], commit: ['commit', pointer(commit)] })),
  ],
  validatorSet: ['validator_set', pointer(validatorSet)],
});

const duplicateVote = struct({
  voteA: ['vote_a', pointer(vote)],
  voteB: ['vote_b', pointer(vote)],
  totalVotingPower: ['TotalVotingPower', int64],
  validatorPower: ['ValidatorPower', int64],
  timestamp: ['Timestamp', time],
});

const lightClientAttack = struct({
  conflictingBlock: ['ConflictingBlock', pointer(lightBlock)],
  commonHeight: ['CommonHeight', int64],
  byzantineValidators: ['ByzantineValidators', list(pointer(validator))],
  totalVotingPower: ['TotalVotingPower', int64],
  timestamp: ['Timestamp', time],
});

export type WireValidatorSet = Of<typeof validatorSet>;
export type WireLightBlock = Of<typeof lightBlock>;
export type WireDuplicateVote = Of<typeof duplicateVote>;
export type WireLightClientAttack = Of<typeof lightClientAttack>;

export type WireEvidence =
  | { readonly type: 'duplicate-vote'; readonly value: WireDuplicateVote }
  | { readonly type: 'light-client-attack'; readonly value: WireLightClientAttack };

/** Go's names of members, which versions before 1.0 use, by the names of 1.0. */
const GO_NAMES: Readonly<Record<string, string>> = {
  conflicting_block: 'ConflictingBlock',
  common_height: 'CommonHeight',
  byzantine_validators: 'ByzantineValidators',
  total_voting_power: 'TotalVotingPower',
  validator_power: 'ValidatorPower',
  timestamp: 'Timestamp',
};

const withGoNames = (node: JsonNode): JsonNode =>
  node.type === 'object'
    ? { ...node, members: node.members.map(([name, member]) => [GO_NAMES[name] ?? name, member] as const) }
    : node;

const tagged = <T, const N extends WireEvidence['type']>(type: N, shape: Shape<T>) => ({
  zero: { type, value: shape.zero },
  read: (node: JsonNode) => ({ type, value: shape.read(withGoNames(node)) }),
});

/** Decodes evidence; `null` gives undefined. */
export const wireEvidence: Shape<WireEvidence | undefined> = registered(
  new Map<string, Shape<WireEvidence>>([
    ['tendermint/DuplicateVoteEvidence', tagged('duplicate-vote', duplicateVote)],
    ['tendermint/LightClientAttackEvidence', tagged('light-client-attack', lightClientAttack)],
  ]),
  REGISTERED,
);
