/** Writes a block (evm-json-rpc.md 3.2): the header, and the members that a header does not have. */
import type { EvmBlock } from '../../../backend/evm/block.js';
import { hasBlobs, hasRequests } from '../../../codec/ethereum/header.js';
import { to0x } from '../../../kernel/hex.js';
import type { JsonObject } from '../../../kernel/json.js';
import { quantity } from '../quantity.js';
import { transactionView } from './transaction.js';

const ZERO_HASH = `0x${'00'.repeat(32)}`;
const EMPTY_UNCLES_HASH = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
const EMPTY_TRIE_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const EMPTY_REQUESTS_HASH = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Members that Cancun added. */
const OF_BLOBS = { blobGasUsed: '0x0', excessBlobGas: '0x0', parentBeaconBlockRoot: ZERO_HASH };

/**
 * Writes a header (evm-json-rpc.md 3.1, 3.3), which `newHeads` pushes too. The hash is that of the consensus header.
 * Members that exist only for proof of work, blobs and requests have their empty values.
 */
export function headerView(block: EvmBlock): JsonObject {
  return {
    number: quantity(block.number),
    hash: to0x(block.hash),
    parentHash: to0x(block.parentHash),
    nonce: '0x0000000000000000',
    mixHash: to0x(block.mixHash),
    sha3Uncles: EMPTY_UNCLES_HASH,
    logsBloom: to0x(block.logsBloom),
    stateRoot: to0x(block.stateRoot),
    miner: to0x(block.miner),
    difficulty: '0x0',
    extraData: '0x',
    gasLimit: quantity(block.gasLimit),
    gasUsed: quantity(block.gasUsed),
    timestamp: quantity(block.timestamp),
    transactionsRoot: to0x(block.transactionsRoot),
    receiptsRoot: to0x(block.receiptsRoot),
    baseFeePerGas: quantity(block.baseFeePerGas),
    withdrawalsRoot: EMPTY_TRIE_ROOT,
    ...(hasBlobs(block) && OF_BLOBS),
    ...(hasRequests(block) && { requestsHash: EMPTY_REQUESTS_HASH }),
  };
}

export function blockView(block: EvmBlock, fullTransactions: boolean): JsonObject {
  const { transactions } = block;
  return Object.assign({}, headerView(block), {
    size: quantity(block.size),
    transactions: fullTransactions ? transactions.map(transactionView) : transactions.map((tx) => to0x(tx.hash)),
    uncles: [],
    withdrawals: [],
  });
}
