/** Encodes a block twice: in the engine's form, and in the SDK's form, whose proposer is bech32. */
import { encoded } from '../../../codec/protobuf/field.js';
import { ProtoReader, ProtoWriter } from '../../../codec/protobuf/index.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Awaitable, whenKnown } from '../../../kernel/awaitable.js';
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { consensusText } from '../../modules/staking/addresses.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { plainError } from '../../sdk/query/failure.js';
import type { NodeBlock, NodeFacts } from '../../sdk/query/node_facts.js';
import type { StateReader } from '../../state/types.js';

/** Fields of the header by number: its only numeric field, and its last one. */
const HEIGHT_FIELD = 3;
const PROPOSER_FIELD = 14;

export const BlockResponse = message('cosmos.base.tendermint.v1beta1.GetBlockByHeightResponse', {
  blockId: encoded(1, { name: 'tendermint.types.BlockID' }),
  block: encoded(2, { name: 'tendermint.types.Block' }),
  sdkBlock: encoded(3, { name: 'cosmos.base.tendermint.v1beta1.Block' }),
});

export const blockResponse = (
  facts: NodeFacts,
  height: bigint,
  state: StateReader,
): Awaitable<Of<typeof BlockResponse>> =>
  whenKnown(facts.block(height), (found) => {
    const { id: blockId, block } = foundBlock(found, height);
    return { blockId, block, sdkBlock: sdkBlock(block, readChainParams(state).bech32Prefix) };
  });

/** Throws SdkQueryError for a block that was not found. */
export function foundBlock(found: NodeBlock | undefined, height: bigint): NodeBlock {
  if (found === undefined) throw plainError(`block at height ${height} not found`);
  return found;
}

/**
 * Returns `cosmos.base.tendermint.v1beta1.Block`: field 1 is the header, all other fields are unchanged. It is copied
 * field by field, because only the consensus layer knows the parts of a block.
 */
function sdkBlock(block: Bytes, prefix: string): Bytes {
  const out = new ProtoWriter(block.length + 64);
  for (const reader = new ProtoReader(block); !reader.done; ) {
    const { field } = reader.next();
    const body = reader.bytes();
    out.message(field, field === 1 ? sdkHeader(body, prefix) : body);
  }
  return out.finish();
}

function sdkHeader(header: Bytes, prefix: string): Bytes {
  const out = new ProtoWriter();
  let proposer = EMPTY_BYTES;
  for (const reader = new ProtoReader(header); !reader.done; ) {
    const { field } = reader.next();
    if (field === HEIGHT_FIELD) out.int(field, reader.int());
    else if (field === PROPOSER_FIELD) proposer = reader.bytes();
    else out.message(field, reader.bytes());
  }
  return out.string(PROPOSER_FIELD, consensusText(proposer, prefix)).finish();
}
