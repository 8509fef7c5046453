/** Reads the part of a log query that lies in earlier blocks. */
import type { EarlierHistory } from '../../../backend/evm/earlier.js';
import { HalleyError } from '../../../kernel/errors.js';
import { to0x } from '../../../kernel/hex.js';
import type { LogCriteria } from '../params/log_filter.js';
import { quantity } from '../quantity.js';
import type { Json } from '../views/json.js';
import type { Ask } from './locate.js';

/** Names the blocks to search: the one with a hash, or a range whose last block is an earlier one. */
export type EarlierBlocks = { readonly blockHash: string } | { readonly fromBlock: bigint; readonly toBlock: bigint };

/** Resolves to the logs as the other chain writes them. */
export async function earlierLogs(
  ask: Ask,
  { label }: EarlierHistory,
  blocks: EarlierBlocks,
  { addresses, topics }: LogCriteria,
): Promise<readonly Json[]> {
  const logs = await ask('eth_getLogs', [
    {
      ...('blockHash' in blocks
        ? blocks
        : { fromBlock: quantity(blocks.fromBlock), toBlock: quantity(blocks.toBlock) }),
      ...(addresses.length > 0 && { address: addresses.map(to0x) }),
      ...(topics.length > 0 && {
        topics: topics.map((alternatives) => (alternatives.length === 0 ? null : alternatives.map(to0x))),
      }),
    },
  ]);
  if (Array.isArray(logs)) return logs as Json[];
  throw new HalleyError('remote-error', `${label} answered eth_getLogs with something else than a list of logs`);
}
