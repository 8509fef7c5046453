/** Implements `debug_storageRangeAt` as geth does, but includes what earlier transactions of the block have written. */
import { leftPadded } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { BLOCK_3_HASH, CONTRACT } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { checkTransactionIndex } from '../blocks.js';
import { evmMethod } from '../context.js';
import { block } from '../params/block.js';
import { resultCount, slotStart, transactionPosition } from '../params/numbers.js';
import { address } from '../params/values.js';
import { knownHeight } from '../tracing/trace_block.js';

/** Most slots of one response, even if more are requested. */
const MOST_SLOTS = 4096;
const WORD = 32;

export const debug_storageRangeAt = evmMethod({
  name: 'debug_storageRangeAt',
  summary: 'Lists the storage of a contract before a transaction of a block, in the order of hashed slots.',
  params: [block, transactionPosition, address, slotStart, resultCount],
  result: 'object: `storage` with `{key, value}` by hashed slot, `nextKey` or null',
  trustedOnly: true,
  handler: async (context, at, index, contract, start, count) => {
    const { evm, peer } = context;
    const height = knownHeight(context, at);
    // The state before the first transaction also exists in a block without transactions.
    if (index !== 0) checkTransactionIndex(evm, height, index);
    const limit = Math.min(Math.max(count, 0), MOST_SLOTS);
    const page = await evm.storageRange(height, index, contract, { start, limit, client: peer });
    if (page === undefined) throw refusal('no transaction in genesis');
    const storage = page.entries.map(({ hash, key, value }) => [
      to0x(hash),
      { key: to0x(key), value: to0x(leftPadded(value, WORD)) },
    ]);
    return { storage: Object.fromEntries(storage), nextKey: page.next === undefined ? null : to0x(page.next) };
  },
  example: {
    params: [BLOCK_3_HASH, 1, CONTRACT, '0x00', 2],
    result: {
      storage: {
        '0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563': {
          key: `0x${'00'.repeat(32)}`,
          value: `0x${'00'.repeat(31)}01`,
        },
      },
      nextKey: null,
    },
  },
});
