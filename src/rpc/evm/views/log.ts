/** A log (evm-json-rpc.md 3.6). `removed` is always false: a committed block is final. */
import { to0x } from '../../../kernel/hex.js';
import type { EvmLog } from '../../ports/evm/block.js';
import { quantity } from '../quantity.js';
import type { Json } from './json.js';

export function logView(log: EvmLog): Json {
  return {
    address: to0x(log.address),
    topics: log.topics.map(to0x),
    data: to0x(log.data),
    blockNumber: quantity(log.blockNumber),
    transactionHash: to0x(log.transactionHash),
    transactionIndex: quantity(log.transactionIndex),
    blockHash: to0x(log.blockHash),
    blockTimestamp: quantity(log.blockTimestamp),
    logIndex: quantity(log.logIndex),
    removed: false,
  };
}
