/** Shows the CometBFT RPC of a node as that of a replica which is some blocks behind. */
import { toBase64 } from '../../codec/base64.js';
import { fromHex } from '../../kernel/hex.js';
import type { FaultContext, NextCall, RpcCall, RpcReply } from './fault.js';

type Members = Readonly<Record<string, unknown>>;

/** Positions of the height in parameters that are a list. */
const HEIGHT_AT: Readonly<Record<string, number>> = {
  ...{ block: 0, block_results: 0, commit: 0, header: 0, validators: 0, consensus_params: 0, abci_query: 2 },
};

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
const heightIn = (value: unknown): bigint => BigInt(/^"?(\d+)"?$/.exec(String(value ?? ''))?.[1] ?? 0);
const refused = (data: string): RpcReply => ({ error: { code: -32603, message: 'Internal error', data } });

/** Answers a call as a replica that is `lag` blocks behind. */
export async function cometBehind(
  lag: bigint,
  call: RpcCall,
  next: NextCall,
  context: FaultContext,
): Promise<RpcReply> {
  const status = await context.ask('status', {});
  const sync = membersOf(membersOf('result' in status ? status.result : undefined)['sync_info']);
  const [newest, oldest] = [heightIn(sync['latest_block_height']), heightIn(sync['earliest_block_height'])];
  if (newest === 0n) return next();
  const at = newest - lag > oldest ? newest - lag : oldest;
  if (HEIGHT_AT[call.method] !== undefined) return atHeight(call, at, next);
  if (call.method === 'blockchain') return blockchain(call, at, next);
  const reply = await next();
  const change = ANSWERS[call.method];
  if (change === undefined || !('result' in reply)) return reply;
  return change(membersOf(reply.result), at, context);
}

function atHeight({ method, params }: RpcCall, at: bigint, next: NextCall): RpcReply | Promise<RpcReply> {
  const position = HEIGHT_AT[method] ?? 0;
  const given = Array.isArray(params) ? params[position] : membersOf(params)['height'];
  const height = heightIn(given);
  if (height > at) return refused(`height ${height} must be less than or equal to the current blockchain height ${at}`);
  return height > 0n ? next() : next({ params: withParam(params, position, 'height', at) });
}

/** Returns parameters with another value of one, which is a text both in JSON and in a URI. */
function withParam(params: unknown, position: number, name: string, value: bigint): unknown {
  if (!Array.isArray(params)) return { ...membersOf(params), [name]: `${value}` };
  return Object.assign([...params], { [position]: `${value}` });
}

async function blockchain({ params }: RpcCall, at: bigint, next: NextCall): Promise<RpcReply> {
  const given = heightIn(Array.isArray(params) ? params[1] : membersOf(params)['maxHeight']);
  const most = given === 0n || given > at ? at : given;
  const reply = await next({ params: withParam(params, 1, 'maxHeight', most) });
  return 'result' in reply ? { result: { ...membersOf(reply.result), last_height: `${at}` } } : reply;
}

type Change = (result: Members, at: bigint, context: FaultContext) => RpcReply | Promise<RpcReply>;

async function blockAt(height: bigint, { ask }: FaultContext): Promise<{ hash: unknown; header: Members }> {
  const reply = await ask('block', { height: `${height}` });
  const { block_id: id, block } = membersOf('result' in reply ? reply.result : undefined);
  return { hash: membersOf(id)['hash'], header: membersOf(membersOf(block)['header']) };
}

/** Leaves out entries of a search that are above the replica. */
function search(name: string, heightOf: (entry: Members) => unknown): Change {
  return (result, at) => {
    const entries = (result[name] as readonly Members[] | undefined) ?? [];
    const left = entries.filter((entry) => heightIn(heightOf(entry)) <= at);
    const total = heightIn(result['total_count']) - BigInt(entries.length - left.length);
    return { result: { ...result, [name]: left, total_count: `${total}` } };
  };
}

const headerOf = (result: Members): Members => membersOf(result['header'] ?? membersOf(result['block'])['header']);
const NO_BLOCK = { block_id: { hash: '', parts: { total: 0, hash: '' } }, block: null };

const ANSWERS: Readonly<Record<string, Change>> = {
  async status(result, at, context) {
    const { hash, header } = await blockAt(at, context);
    const newest = { latest_block_height: `${at}`, latest_block_hash: hash, latest_block_time: header['time'] };
    const sync = { ...membersOf(result['sync_info']), ...newest, latest_app_hash: header['app_hash'] };
    return { result: { ...result, sync_info: sync } };
  },
  async abci_info(result, at, context) {
    const { header } = await blockAt(at + 1n, context);
    const hash = toBase64(fromHex(String(header['app_hash']).toLowerCase()));
    const response = { ...membersOf(result['response']), last_block_height: `${at}`, last_block_app_hash: hash };
    return { result: { ...result, response } };
  },
  tx: (result, at) =>
    heightIn(result['height']) > at ? refused(`tx (${String(result['hash'])}) not found`) : { result },
  tx_search: search('txs', ({ height }) => height),
  block_search: search('blocks', (entry) => headerOf(entry)['height']),
  header_by_hash: (result, at) => ({ result: heightIn(headerOf(result)['height']) > at ? { header: null } : result }),
  block_by_hash: (result, at) => ({ result: heightIn(headerOf(result)['height']) > at ? NO_BLOCK : result }),
};
