/** Implements `trace_filter` as Erigon does. Blocks with transactions in the range run again; no index narrows them. */

import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { EvmParityForm } from '../../../backend/evm/execution.js';
import { runInSlices } from '../../../kernel/fair_scheduler.js';
import { BOB, TRANSFER_HASH } from '../../examples.js';
import { INVALID_PARAMS, RpcError, refusal } from '../../jsonrpc/errors.js';
import { checkHistory, heightOf } from '../blocks.js';
import { type EvmContext, evmMethod } from '../context.js';
import type { BlockParam } from '../params/block.js';
import { type TraceFilter, traceFilter } from '../params/parity.js';
import { parityList } from '../tracing/parity.js';

export const trace_filter = evmMethod({
  name: 'trace_filter',
  summary: 'Finds frames in a range of blocks by their addresses.',
  params: [traceFilter],
  result: 'array of frames',
  handler: (context, filter) => {
    const { evm, scheduler, peer } = context;
    const range = rangeOf(context, filter);
    const { parity, isFull } = formOf(filter);
    const found = (): Promise<readonly bigint[]> | readonly bigint[] =>
      runInSlices(scheduler, peer, heightsWithTransactions(evm, range));
    return parityList(
      context,
      parity,
      async () =>
        (await found()).map(
          (height) => (options: Parameters<EvmBackend['traceBlock']>[1]) => evm.traceBlock(height, options),
        ),
      isFull,
    );
  },
  example: {
    params: [{ fromBlock: '0x1', toBlock: '0x3', toAddress: [BOB], count: 1 }],
    result: [{ action: { to: BOB }, transactionHash: TRANSFER_HASH, type: 'call' }],
  },
});

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** Returns the heights of the range that exist. Throws RpcError for a range that is reversed or too long. */
function rangeOf({ evm, limits }: EvmContext, { fromBlock, toBlock }: TraceFilter): Range {
  const boundOf = (block: BlockParam | undefined, otherwise: bigint): bigint =>
    block === undefined ? otherwise : block.type === 'number' ? block.number : (heightOf(evm, block) ?? evm.head());
  const first = evm.earlier === undefined ? evm.firstHeight : evm.earlier.blockNumber + 1n;
  const [from, to] = [boundOf(fromBlock, first), boundOf(toBlock, evm.head())];
  if (from > to) throw refusal('invalid parameters: fromBlock cannot be greater than toBlock');
  if (fromBlock !== undefined) checkHistory(evm, from);
  if (evm.earlier !== undefined && from < first)
    throw refusal(
      `fromBlock is ${from}, but this chain begins with block ${first}: request earlier blocks from their own node`,
    );
  const last = to < evm.head() ? to : evm.head();
  if (last - from > BigInt(limits.logBlockRange))
    throw new RpcError(INVALID_PARAMS, `maximum [from, to] blocks distance: ${limits.logBlockRange}`);
  return { from, to: last };
}

/** Blocks that are looked at between two yields. */
const BLOCKS_AT_ONCE = 64;

/** Finds the blocks of a range that have Ethereum transactions. */
function* heightsWithTransactions(evm: EvmBackend, { from, to }: Range): Generator<void, readonly bigint[]> {
  const heights: bigint[] = [];
  let passed = 0;
  for (let height = from; height <= to; height++) {
    if ((evm.fees(height)?.tips.length ?? 0) > 0) heights.push(height);
    if (++passed % BLOCKS_AT_ONCE === 0) yield;
  }
  return heights;
}

/** Returns the form that keeps the frames of a filter, and whether it has kept as many as were requested. */
function formOf(filter: TraceFilter): { readonly parity: EvmParityForm; readonly isFull: () => boolean } {
  const { fromAddress, toAddress, isIntersection, after, count } = filter;
  const all = fromAddress.size === 0 && toAddress.size === 0;
  let seen = 0n;
  const isFull = (): boolean => count !== undefined && seen >= after + count;
  const keeps = (from: string, to: string | undefined): boolean => {
    const [isFrom, isTo] = [fromAddress.has(from), to !== undefined && toAddress.has(to)];
    if (isFull() || !(all || (isIntersection ? isFrom && isTo : isFrom || isTo))) return false;
    return seen++ >= after;
  };
  return { parity: { type: 'entries', keeps }, isFull };
}
