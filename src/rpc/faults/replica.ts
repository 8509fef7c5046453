/**
 * Shows a node as a replica of it that is some blocks behind: what clients ask of the newest block is answered for an
 * earlier one, and what lies above that is not there yet. Subscriptions, fees and what clients send are not changed.
 */
import { quantity } from '../evm/quantity.js';
import type { FaultContext, FaultyServer, NextCall, RpcCall, RpcReply } from './fault.js';
import { cometBehind } from './replica_comet.js';

/** Answers a call as a replica that is `lag` blocks behind. */
export async function answerBehind(
  server: FaultyServer,
  lag: number,
  call: RpcCall,
  next: NextCall,
  context: FaultContext,
): Promise<RpcReply> {
  if (server === 'evm') return evmBehind(lag, call, next, context);
  return server === 'comet' && lag > 0 ? cometBehind(BigInt(lag), call, next, context) : next();
}

/** Positions of the block in the parameters. */
const BLOCK_AT: Readonly<Record<string, number>> = {
  ...{ eth_getBalance: 1, eth_getCode: 1, eth_getTransactionCount: 1, eth_getStorageAt: 2, eth_getProof: 2 },
  ...{ eth_call: 1, eth_estimateGas: 1, eth_createAccessList: 1, eth_simulateV1: 1, eth_feeHistory: 1 },
  ...{ eth_getBlockByNumber: 0, eth_getHeaderByNumber: 0, eth_getBlockReceipts: 0 },
  ...{ eth_getBlockTransactionCountByNumber: 0, eth_getTransactionByBlockNumberAndIndex: 0 },
};
/** Methods that have null for a block which is not there. The others have an error. */
const NULL_BEYOND = /^eth_get(Block|Header|TransactionByBlock)/;
const BY_HASH = /^eth_get(Block|Header)\w*ByHash$|^eth_getTransactionByBlockHashAndIndex$/;
const BY_TRANSACTION = ['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getRawTransactionByHash'];
const NEWEST: readonly unknown[] = [undefined, null, 'latest', 'pending'];

type Ask = FaultContext['ask'];
type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value);
const isHash = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value);
const refused = (message: string): RpcReply => ({ error: { code: -32000, message } });

/** Returns the block number of what a node returned; undefined where it has none. */
const numberIn = (value: unknown): bigint | undefined => {
  if (!isMembers(value)) return undefined;
  const number = value['blockNumber'] ?? value['number'];
  return isNumber(number) ? BigInt(number) : undefined;
};

const isAbove = (number: bigint | undefined, at: bigint): boolean => number !== undefined && number > at;

/** Returns the number of a block with a hash; undefined for a hash that is none of a block. */
async function numberOf(hash: unknown, ask: Ask): Promise<bigint | undefined> {
  const reply = await ask('eth_getBlockByHash', [hash, false]);
  return 'result' in reply ? numberIn(reply.result) : undefined;
}

async function evmBehind(lag: number, call: RpcCall, next: NextCall, context: FaultContext): Promise<RpcReply> {
  const { method, params } = call;
  const list: readonly unknown[] = Array.isArray(params) ? params : [];
  if (lag === 0 && method !== 'eth_getFilterChanges') return next();
  const head = await context.ask('eth_blockNumber', []);
  if (!('result' in head) || !isNumber(head.result)) return next();
  const newest = BigInt(head.result);
  const at = newest > BigInt(lag) ? newest - BigInt(lag) : 0n;
  if (method === 'eth_blockNumber') return { result: quantity(at) };
  const position = BLOCK_AT[method];
  if (position !== undefined) return atBlock(method, list, position, at, next, context.ask);
  if (BY_HASH.test(method)) return isAbove(await numberOf(list[0], context.ask), at) ? { result: null } : next();
  if (BY_TRANSACTION.includes(method)) return ofTransaction(method, list, at, next, context.ask);
  if (method === 'eth_getLogs') return logs(list, at, next, context.ask);
  if (method === 'eth_getFilterChanges') return filterChanges(`${list[0]}`, at, next, context);
  const reply = await next();
  if (method !== 'eth_getFilterLogs' || !('result' in reply) || !Array.isArray(reply.result)) return reply;
  return { result: reply.result.filter((log) => !isAbove(numberIn(log), at)) };
}

async function atBlock(
  method: string,
  list: readonly unknown[],
  position: number,
  at: bigint,
  next: NextCall,
  ask: Ask,
): Promise<RpcReply> {
  const block = list[position];
  if (NEWEST.includes(block)) return next({ params: Object.assign([...list], { [position]: quantity(at) }) });
  const number = isMembers(block) ? block['blockNumber'] : block;
  const hash = isMembers(block) ? block['blockHash'] : block;
  const named = isNumber(number) ? BigInt(number) : isHash(hash) ? await numberOf(hash, ask) : undefined;
  if (!isAbove(named, at)) return next();
  if (NULL_BEYOND.test(method)) return { result: null };
  if (method !== 'eth_feeHistory') return refused('header not found');
  return refused(`request beyond head block: requested ${named}, head ${at}`);
}

async function ofTransaction(
  method: string,
  list: readonly unknown[],
  at: bigint,
  next: NextCall,
  ask: Ask,
): Promise<RpcReply> {
  const reply = await next();
  if (!('result' in reply)) return reply;
  const shown = method.startsWith('eth_getRaw') ? await ask('eth_getTransactionByHash', list) : reply;
  return 'result' in shown && isAbove(numberIn(shown.result), at) ? { result: null } : reply;
}

/** Clips the range of a request for logs. */
async function logs(list: readonly unknown[], at: bigint, next: NextCall, ask: Ask): Promise<RpcReply> {
  const filter = isMembers(list[0]) ? list[0] : {};
  if (filter['blockHash'] !== undefined)
    return isAbove(await numberOf(filter['blockHash'], ask), at) ? refused('unknown block') : next();
  const clipped = (block: unknown): unknown =>
    NEWEST.includes(block) || (isNumber(block) && isAbove(BigInt(block), at)) ? quantity(at) : block;
  const { fromBlock } = filter;
  if (isNumber(fromBlock) && isAbove(BigInt(fromBlock), at)) return { result: [] };
  const range = { fromBlock: clipped(fromBlock), toBlock: clipped(filter['toBlock']) };
  return next({ params: [{ ...filter, ...range }, ...list.slice(1)] });
}

/** Answers a poll of a filter. What is above the replica's newest block comes with a later poll. */
async function filterChanges(
  id: string,
  at: bigint,
  next: NextCall,
  { ask, scratch }: FaultContext,
): Promise<RpcReply> {
  const reply = await next();
  if (!('result' in reply) || !Array.isArray(reply.result)) return reply;
  const key = `filter ${id}`;
  const changes = [...((scratch.get(key) as readonly unknown[] | undefined) ?? []), ...reply.result];
  const [now, later]: [unknown[], unknown[]] = [[], []];
  for (const change of changes) {
    const number = isHash(change) ? await numberOf(change, ask) : numberIn(change);
    const isGone = isMembers(change) && change['removed'] === true;
    (isAbove(number, at) && !isGone ? later : now).push(change);
  }
  scratch.set(key, later);
  return { result: now };
}
