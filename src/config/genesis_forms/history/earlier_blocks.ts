/**
 * Reads the blocks and transactions of a state file. A file may also have blocks of branches that were left, in any
 * order; those of the chain that ends with the newest block are chosen by their parents' hashes.
 */
import { encodeHeaderJson, headerProblem } from '../../../codec/ethereum/header_json.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import type { JsonNode } from '../json_node.js';
import { MAX_GENESIS_NUMBER } from '../limits.js';
import type { HistoryBlock, HistoryTransaction } from './history_document.js';

/** Blocks or transactions that are read between two pauses. */
const AT_ONCE = 256;

const HASH = /^0x[\da-f]{64}$/;
const ADDRESS = /^0x[\da-f]{40}$/;
const NUMBER_LIMIT = MAX_GENESIS_NUMBER + 1n;
const INDEX_LIMIT = 2n ** 32n;
const GAS_LIMIT = 2n ** 64n;

/** Lets other work run. */
export type Pause = () => Promise<void>;

/** Block as a state file has it. */
export interface BlockOfFile {
  readonly number: number;
  /** Hash of the header in the file, by which parents, transactions and states name the block. */
  readonly fileHash: string;
  readonly block: HistoryBlock;
}

/** Returns the blocks of the chain that ends with block `last`, ascending; none where the file has no such block. */
export async function readEarlierBlocks(
  nodes: readonly JsonNode[],
  last: bigint,
  pause: Pause,
): Promise<readonly BlockOfFile[]> {
  const byNumber = new Map<number, BlockOfFile[]>();
  for (const [i, node] of nodes.entries()) {
    const block = readBlock(node);
    byNumber.set(block.number, [...(byNumber.get(block.number) ?? []), block]);
    if (i % AT_ONCE === AT_ONCE - 1) await pause();
  }
  const numbers = [...byNumber.keys()].filter((number) => number <= Number(last)).sort((a, b) => b - a);
  if (numbers[0] !== Number(last)) return [];
  const chain: BlockOfFile[] = [];
  for (const number of numbers) {
    const candidates = byNumber.get(number) ?? [];
    const parent = chain.at(-1)?.block.header['parentHash'];
    const chosen = candidates.find(({ fileHash }) => fileHash === parent) ?? candidates.at(-1);
    if (chosen !== undefined) chain.push(chosen);
  }
  return linked(chain.reverse());
}

/** Lets each block name its parent by the hash under which that is found. */
const linked = (chain: readonly BlockOfFile[]): readonly BlockOfFile[] =>
  chain.map((of, i) => {
    const parent = chain[i - 1];
    const { header } = of.block;
    if (parent === undefined || header['parentHash'] !== parent.fileHash) return of;
    return { ...of, block: { ...of.block, header: { ...header, parentHash: parent.block.hash } } };
  });

function readBlock(node: JsonNode): BlockOfFile {
  const headerNode = node.field('header');
  const header = headerNode.object();
  const problem = headerProblem(header);
  if (problem !== undefined) throw headerNode.field(problem.name).bad(problem.expected);
  const fileHash = to0x(keccak256(encodeHeaderJson(header)));
  const named = node.field('hash');
  const hash = named.present ? hashOf(named) : fileHash;
  const transactions = node.field('transactions').elements();
  const block = { ...node.object(), hash, header, transactions: transactions.map(({ value }) => value) };
  return { number: Number(headerNode.field('number').quantity(NUMBER_LIMIT)), fileHash, block };
}

function hashOf(node: JsonNode): string {
  const hash = node.data();
  if (!HASH.test(hash)) throw node.bad('32 bytes in 0x hex');
  return hash;
}

function addressIn(node: JsonNode): void {
  if (!ADDRESS.test(node.data())) throw node.bad('20 bytes in 0x hex');
}

/** Returns the transactions of the blocks, in their order. */
export async function readEarlierTransactions(
  nodes: readonly JsonNode[],
  blocks: readonly BlockOfFile[],
  pause: Pause,
): Promise<readonly HistoryTransaction[]> {
  const hashes = new Map(blocks.map(({ number, fileHash }) => [number, fileHash]));
  const found: { readonly tx: HistoryTransaction; readonly index: number }[] = [];
  for (const [i, node] of nodes.entries()) {
    const tx = readTransaction(node);
    const known = hashes.get(tx.block_number);
    const blockHash = node.field('block_hash');
    // A transaction of a branch that was left may be listed too.
    if (known !== undefined && (!blockHash.present || known === hashOf(blockHash)))
      found.push({ tx, index: Number(tx.info['transaction_index']) });
    if (i % AT_ONCE === AT_ONCE - 1) await pause();
  }
  found.sort((a, b) => a.tx.block_number - b.tx.block_number || a.index - b.index);
  return found.map(({ tx }) => tx);
}

function readTransaction(node: JsonNode): HistoryTransaction {
  const [info, receipt] = [node.field('info'), node.field('receipt')];
  hashOf(info.field('transaction_hash'));
  info.field('transaction_index').quantity(INDEX_LIMIT);
  info.field('gas_used').quantity(GAS_LIMIT);
  addressIn(info.field('from'));
  for (const name of ['to', 'contract_address']) if (info.field(name).present) addressIn(info.field(name));
  for (const log of receipt.field('logs').elements()) {
    addressIn(log.field('address'));
    for (const topic of log.field('topics').elements()) hashOf(topic);
    log.field('data').data();
  }
  const number = Number(node.field('block_number').quantity(NUMBER_LIMIT));
  return { ...node.object(), info: info.object(), receipt: receipt.object(), block_number: number };
}
