/** A page of the set that signs a height, in its order. Pages are the engine's: of at most 100, by number. */
import { ProtoWriter } from '../../codec/protobuf.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { readChainParams } from '../chain_params.js';
import { encodeConsensusKey } from '../consensus_key.js';
import { consensusText } from '../modules/staking/addresses.js';
import { plainError } from '../query/failure.js';
import type { NodeFacts, NodeValidator } from '../query/node_facts.js';
import { type PageRequest, pageResponse } from '../query/pagination.js';
import type { StateReader } from '../state/types.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 100;

export function setResponse(facts: NodeFacts, height: bigint, page: PageRequest, state: StateReader): Bytes {
  const all = facts.validators(height);
  if (all === undefined) throw plainError(`could not find validator set for height #${height}`);
  const { bech32Prefix } = readChainParams(state);
  const out = new ProtoWriter().int(1, height);
  for (const validator of pageOfSet(all, page)) out.message(2, encodeMember(validator, bech32Prefix));
  return out.message(3, pageResponse(EMPTY_BYTES, all.length)).finish();
}

/** SDK `ParsePagination`, then the engine's `validatePage`. */
function pageOfSet(all: readonly NodeValidator[], { offset, limit }: PageRequest): readonly NodeValidator[] {
  const asked = Number(limit) || DEFAULT_LIMIT;
  const number = Math.floor(Number(offset) / asked) + 1;
  const size = Math.min(asked, MAX_LIMIT);
  const pages = Math.max(Math.ceil(all.length / size), 1);
  if (number > pages) throw plainError(`page should be within [1, ${pages}] range, given ${number}`);
  return all.slice((number - 1) * size, number * size);
}

const encodeMember = ({ address, pubKey, power, proposerPriority }: NodeValidator, prefix: string): Bytes =>
  new ProtoWriter()
    .string(1, consensusText(address, prefix))
    .message(2, encodeConsensusKey(pubKey))
    .int(3, power)
    .int(4, proposerPriority)
    .finish();
