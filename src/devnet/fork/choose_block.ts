/** Requests the block after which a fork begins: a numbered one, the newest one, or the one before a transaction. */
import type { RemoteNode } from '../../client/remote_node.js';
import { HalleyError } from '../../kernel/errors.js';
import { isRecord } from '../../settings/reader.js';
import { type ForkPoint, type JsonObject, pointOf, quantityText, tryQuantity } from './fork_point.js';

/** Selects the block. Without a member it is the newest one. */
export interface BlockChoice {
  /** Number of the block; a negative one counts back from the newest block. */
  readonly number?: bigint | undefined;
  readonly transactionHash?: string | undefined;
}

export interface ChosenBlock {
  readonly point: ForkPoint;
  /** `undefined` if the choice did not need it. */
  readonly newest: bigint | undefined;
  /** Transactions to execute after the block, as the node describes them. */
  readonly transactions: readonly JsonObject[];
}

const CHAIN_ID = { method: 'eth_chainId', params: [] };
const NEWEST = { method: 'eth_blockNumber', params: [] };

const blockCall = (number: bigint | 'latest', withTransactions = false) => ({
  method: 'eth_getBlockByNumber',
  params: [number === 'latest' ? number : quantityText(number), withTransactions],
});

/** Rejects with HalleyError: `unavailable`, `remote-error`, `height-too-high` or `not-found`. */
export async function chooseBlock(node: RemoteNode, choice: BlockChoice): Promise<ChosenBlock> {
  const { number, transactionHash } = choice;
  if (transactionHash !== undefined) return beforeTransaction(node, transactionHash);
  if (number === undefined) return newestBlock(node);
  return number < 0n ? countedBack(node, -number) : numberedBlock(node, number);
}

async function newestBlock(node: RemoteNode): Promise<ChosenBlock> {
  const [chainId, block] = await node.calls([CHAIN_ID, blockCall('latest')]);
  if (!isRecord(block)) throw new HalleyError('remote-error', `${node.label} has no newest block`);
  const point = pointOf(quantityOf(chainId, node, CHAIN_ID.method), block, node.label);
  return { point, newest: point.number, transactions: [] };
}

async function numberedBlock(node: RemoteNode, number: bigint): Promise<ChosenBlock> {
  const [chainId, newest, block] = await node.calls([CHAIN_ID, NEWEST, blockCall(number)]);
  return chosen(
    node,
    quantityOf(chainId, node, CHAIN_ID.method),
    quantityOf(newest, node, NEWEST.method),
    number,
    block,
  );
}

async function countedBack(node: RemoteNode, back: bigint): Promise<ChosenBlock> {
  const [id, height] = await node.calls([CHAIN_ID, NEWEST]);
  const [chainId, newest] = [quantityOf(id, node, CHAIN_ID.method), quantityOf(height, node, NEWEST.method)];
  if (back > newest)
    throw new HalleyError(
      'invalid-argument',
      `cannot count back ${back} blocks from block ${newest}, the newest of ${node.label}`,
      { back, newest },
    );
  return chosen(node, chainId, newest, newest - back, await node.call(...callOf(blockCall(newest - back))));
}

const callOf = ({ method, params }: { method: string; params: readonly unknown[] }) => [method, params] as const;

function chosen(node: RemoteNode, chainId: bigint, newest: bigint, number: bigint, block: unknown): ChosenBlock {
  if (number > newest)
    throw new HalleyError(
      'height-too-high',
      `cannot fork at block ${number}: the newest block of ${node.label} is ${newest}`,
      { number, newest },
    );
  if (!isRecord(block)) throw new HalleyError('not-found', `${node.label} has no block ${number}`, { number });
  const point = pointOf(chainId, block, node.label);
  if (point.number === number) return { point, newest, transactions: [] };
  throw new HalleyError('remote-error', `${node.label} answered with block ${point.number}, asked for ${number}`);
}

async function beforeTransaction(node: RemoteNode, hash: string): Promise<ChosenBlock> {
  const [chainId, transaction] = await node.calls([CHAIN_ID, { method: 'eth_getTransactionByHash', params: [hash] }]);
  const number = isRecord(transaction) ? tryQuantity(transaction['blockNumber']) : undefined;
  if (number === undefined || number === 0n)
    throw new HalleyError('not-found', `${node.label} has no transaction ${hash} in a block after its first`, { hash });
  const [before, block] = await node.calls([blockCall(number - 1n), blockCall(number, true)]);
  const { point } = chosen(node, quantityOf(chainId, node, CHAIN_ID.method), number, number - 1n, before);
  return { point, newest: undefined, transactions: upTo(hash, block, node) };
}

/** Returns the transactions of a block up to and including one of them. */
function upTo(hash: string, block: unknown, { label }: RemoteNode): readonly JsonObject[] {
  const listed = isRecord(block) ? block['transactions'] : undefined;
  const all = (Array.isArray(listed) ? listed : []).filter(isRecord);
  const last = all.findIndex((one) => String(one['hash']).toLowerCase() === hash.toLowerCase());
  if (last >= 0) return all.slice(0, last + 1);
  throw new HalleyError('remote-error', `${label} lists no transaction ${hash} in its block`, { hash });
}

function quantityOf(value: unknown, { label }: RemoteNode, method: string): bigint {
  const number = tryQuantity(value);
  if (number !== undefined) return number;
  throw new HalleyError('remote-error', `${label} answered ${method} with no quantity`, { method });
}
