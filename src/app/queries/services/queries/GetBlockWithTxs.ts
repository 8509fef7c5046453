/**
 * Answers `/cosmos.tx.v1beta1.Service/GetBlockWithTxs`: a block with a page of its transactions, by the SDK's rules (x/auth
 * `GetBlockWithTxs`): a page in reverse goes down from its offset to the second transaction, and a page without a limit is
 * empty.
 */
import { embedded, encoded, int, optional, repeatedBytes } from '../../../../codec/protobuf/field.js';
import { ProtoReader } from '../../../../codec/protobuf/index.js';
import { message } from '../../../../codec/protobuf/message.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { type Bytes, EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { queryError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { foundBlock } from '../block_response.js';
import { factsOf } from '../facts.js';

const DEFAULT_PAGE: Pick<PageRequest, 'limit' | 'offset' | 'reverse'> = { offset: 0n, limit: 100n, reverse: false };

/** Is the number of the field of a block that has the transactions, and of theirs in it. */
const DATA_FIELD = 2;
const TXS_FIELD = 1;

export const GetBlockWithTxs = defineNodeQuery('/cosmos.tx.v1beta1.Service/GetBlockWithTxs', {
  request: message(
    'cosmos.tx.v1beta1.GetBlockWithTxsRequest',
    { height: int(1), pagination: optional(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.tx.v1beta1.GetBlockWithTxsResponse', {
    txs: repeatedBytes(1),
    blockId: encoded(2),
    block: encoded(3),
    pagination: embedded(4, PageResponse),
  }),
  answer({ height, pagination = DEFAULT_PAGE }, _, services) {
    const facts = factsOf(services);
    const newest = facts.head.height;
    if (height < 1n || height > newest)
      throw queryError(
        'unknownRequest',
        `requested height ${height} but height must not be less than 1 or greater than the current height ${newest}: invalid height`,
      );
    return whenKnown(facts.block(height), (found) => {
      const { id: blockId, block } = foundBlock(found, height);
      const all = txsOf(block);
      return {
        txs: pageOfTxs(all, pagination),
        blockId,
        block,
        pagination: { nextKey: EMPTY_BYTES, total: BigInt(all.length) },
      };
    });
  },
});

function pageOfTxs(txs: readonly Bytes[], { offset, limit, reverse }: typeof DEFAULT_PAGE): readonly Bytes[] {
  if (offset >= BigInt(txs.length) && txs.length > 0)
    throw queryError(
      'unknownRequest',
      `out of range: cannot paginate ${txs.length} txs with offset ${offset} and limit ${limit}: invalid request`,
    );
  const [first, count] = [Number(offset), Number(limit)];
  if (!reverse) return txs.slice(first, first + count);
  return txs
    .slice(1, first + 1)
    .toReversed()
    .slice(0, count);
}

/** Returns the transactions of an encoded `tendermint.types.Block`. */
function txsOf(block: Bytes): readonly Bytes[] {
  const txs: Bytes[] = [];
  for (const reader = new ProtoReader(block); !reader.done; ) {
    const { field } = reader.next();
    const body = reader.bytes();
    if (field !== DATA_FIELD) continue;
    for (const data = new ProtoReader(body); !data.done; ) {
      const { field: inner } = data.next();
      const tx = data.bytes();
      if (inner === TXS_FIELD) txs.push(tx);
    }
  }
  return txs;
}
