/**
 * Returns a page of the validator set that signs a height, in the set's order. Pages are those of the engine: numbered,
 * with at most 100 validators.
 */
import { embedded, int, repeated, required, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { consensusText } from '../../modules/staking/addresses.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { plainError } from '../../sdk/query/failure.js';
import type { NodeFacts, NodeValidator } from '../../sdk/query/node_facts.js';
import { type PageRequest, PageResponse } from '../../sdk/query/pagination.js';
import type { StateReader } from '../../state/types.js';
import { ConsensusKey } from '../../types/consensus_key.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 100;

const Member = message(
  'cosmos.base.tendermint.v1beta1.Validator',
  {
    /** Consensus address in bech32. */
    address: string(1),
    pubKey: required(2, ConsensusKey),
    power: int(3),
    proposerPriority: int(4),
  },
  { names: { power: 'voting_power' } },
);

export const SetResponse = message(
  'cosmos.base.tendermint.v1beta1.GetValidatorSetByHeightResponse',
  {
    height: int(1),
    validators: repeated(2, Member),
    pagination: embedded(3, PageResponse),
  },
  { names: { height: 'block_height' } },
);

export function setResponse(
  facts: NodeFacts,
  height: bigint,
  page: PageRequest,
  state: StateReader,
): Of<typeof SetResponse> {
  const all = facts.validators(height);
  if (all === undefined) throw plainError(`could not find validator set for height #${height}`);
  const { bech32Prefix } = readChainParams(state);
  const validators = pageOfSet(all, page).map((validator) => ({
    ...validator,
    address: consensusText(validator.address, bech32Prefix),
  }));
  return { height, validators, pagination: { nextKey: EMPTY_BYTES, total: BigInt(all.length) } };
}

/** Selects the page, as SDK `ParsePagination` and then the engine's `validatePage` do. */
function pageOfSet(all: readonly NodeValidator[], { offset, limit }: PageRequest): readonly NodeValidator[] {
  const asked = Number(limit) || DEFAULT_LIMIT;
  const number = Math.floor(Number(offset) / asked) + 1;
  const size = Math.min(asked, MAX_LIMIT);
  const pages = Math.max(Math.ceil(all.length / size), 1);
  if (number > pages) throw plainError(`page should be within [1, ${pages}] range, given ${number}`);
  return all.slice((number - 1) * size, number * size);
}
