/**
 * Writes the state file of a chain in the format of Anvil 1.x (foundry's `SerializableState`), piece by piece, so that
 * only a piece is in memory and other work runs between two pieces.
 */
import type { ListedAccount } from '../../app/state_listing.js';
import type { EvmBlock } from '../../backend/evm/block.js';
import { delegateOf } from '../../evm/state.js';
import { type Bytes, bytesToBigint, leftPadded, ZERO_HASH } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { quantity } from '../../rpc/evm/quantity.js';
import type { StoredHistory } from '../history/stored_history.js';
import { blockJson, blockOfFile, minedTransactionsJson } from './block_json.js';
import { earlierBlocksJson, earlierStates, earlierTransactionsJson } from './earlier_json.js';

/** Reads the content of a state file, which does not change while the chain grows. */
export interface StateSource {
  /** Number of the newest block. */
  readonly head: bigint;
  /** Number of the oldest block of this chain, its genesis. */
  readonly base: bigint;
  /** Blocks of another chain up to the genesis, which the last of them replaces. */
  readonly earlier: StoredHistory | undefined;
  block(number: bigint): EvmBlock;
  /** Yields the accounts after the newest block and the pending dev changes. */
  accounts(): Iterable<ListedAccount>;
  /** Yields the accounts after a block. */
  accountsAfter(number: bigint): Iterable<ListedAccount>;
}

/** Most states of `historical_states`: Anvil's limit in memory. */
export const MAX_HISTORICAL_STATES = 500n;
/** Most of them together with those of earlier blocks, which a state file had. */
const MAX_STATES = 1_000;

/** Hashes in the file by block number. */
type Hashes = Map<bigint, Bytes>;

const WORD_BYTES = 32;

const word = (value: Bytes): string => to0x(leftPadded(value, WORD_BYTES));

/**
 * Writes accounts as Anvil's state file has them: `{ address: { nonce, balance, code, storage } }`. A piece has at most
 * one account without storage, or one slot.
 */
function* accountsJson(accounts: Iterable<ListedAccount>): Generator<string> {
  let separator = '{';
  for (const { address, account, code, storage } of accounts) {
    const { nonce, balance } = account;
    yield `${separator}"${to0x(address)}":{"nonce":${nonce},"balance":"0x${balance.toString(16)}","code":"${to0x(code)}","storage":`;
    yield* slotsJson(storage);
    yield '}';
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* slotsJson(storage: ListedAccount['storage']): Generator<string> {
  let separator = '{';
  for (const [slot, value] of storage) {
    yield `${separator}"${word(slot)}":"${word(value)}"`;
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

/** Yields the pieces of the JSON. */
export function* stateJson(source: StateSource, historicalStates: boolean): Generator<string> {
  const { head } = source;
  yield `{"block":${environmentJson(source.block(head))},"accounts":`;
  yield* accountsJson(source.accounts());
  const hashes: Hashes = new Map();
  yield `,"best_block_number":${head},"blocks":[`;
  yield* separated(blocksJson(source, hashes));
  yield '],"transactions":[';
  yield* separated(transactionsJson(source, hashes));
  yield '],"historical_states":';
  if (historicalStates) yield* historicalStatesJson(source, hashes);
  else yield 'null';
  yield '}';
}

/** Puts commas between the elements of an array. An empty piece is not an element; it only lets the caller yield. */
function* separated(elements: Iterable<string>): Generator<string> {
  let separator = '';
  for (const element of elements) {
    yield element === '' ? '' : `${separator}${element}`;
    if (element !== '') separator = ',';
  }
}

/** Returns the environment of a block, with the names of revm's `BlockEnv`. */
const environmentJson = (block: EvmBlock): string =>
  `{"number":"${quantity(block.number)}","beneficiary":"${to0x(block.miner)}","timestamp":"${quantity(block.timestamp)}",` +
  `"gas_limit":${block.gasLimit},"basefee":${block.baseFeePerGas},"difficulty":"0x0","prevrandao":"${to0x(block.mixHash)}",` +
  '"blob_excess_gas_and_price":{"excess_blob_gas":0,"blob_gasprice":1},"slot_num":0}';

function* blocksJson(source: StateSource, hashes: Hashes): Generator<string> {
  const { earlier, head } = source;
  if (earlier !== undefined)
    for (const { number, hash, json } of earlierBlocksJson(earlier)) {
      hashes.set(number, hash);
      yield json;
    }
  for (let number = firstOwn(source); number <= head; number++) {
    const of = blockOfFile(source.block(number), hashes.get(number - 1n) ?? ZERO_HASH);
    hashes.set(number, of.hash);
    yield blockJson(of);
  }
}

/** Returns the number of the first block of this chain in the file. */
const firstOwn = ({ base, earlier }: StateSource): bigint => (earlier === undefined ? base : base + 1n);

function* transactionsJson(source: StateSource, hashes: Hashes): Generator<string> {
  const { earlier, head } = source;
  if (earlier !== undefined) yield* earlierTransactionsJson(earlier, hashes);
  for (let number = firstOwn(source); number <= head; number++) {
    const block = source.block(number);
    const of = { block, parentHash: ZERO_HASH, hash: hashes.get(number) ?? ZERO_HASH };
    for (const receipt of block.receipts) yield minedTransactionsJson(receipt, of);
    yield '';
  }
}

const JUMPDEST = 0x5b;
const PUSH1 = 0x60;
const PUSH32 = 0x7f;
/** Padding of code, so that execution beyond its end stops: the longest data of a PUSH, and STOP. */
const END_OF_CODE = '00'.repeat(33);

/**
 * Writes the state after a block as `historical_states` of Anvil's state file has it (foundry's `StateSnapshot`).
 * `accounts` is called twice: storage has a list of its own.
 */
function* snapshotJson(
  accounts: () => Iterable<ListedAccount>,
  blockHashes: Iterable<readonly [number: bigint, hash: Bytes]>,
): Generator<string> {
  let separator = '{"accounts":{';
  for (const { address, account, code } of accounts()) {
    const { nonce, balance, codeHash } = account;
    yield `${separator}"${to0x(address)}":{"balance":"${quantity(balance)}","nonce":${nonce},"code_hash":"${to0x(codeHash)}","code":${bytecodeJson(code)}}`;
    separator = ',';
  }
  yield separator === ',' ? '},"storage":{' : '{"accounts":{},"storage":{';
  yield* storageJson(accounts());
  yield '},"block_hashes":{';
  separator = '';
  for (const [number, hash] of blockHashes) {
    yield `${separator}"${quantity(number)}":"${to0x(hash)}"`;
    separator = ',';
  }
  yield '}}';
}

function* storageJson(accounts: Iterable<ListedAccount>): Generator<string> {
  let separator = '';
  for (const { address, storage } of accounts) {
    let of = `${separator}"${to0x(address)}":{`;
    for (const [slot, value] of storage) {
      yield `${of}"${quantity(bytesToBigint(slot))}":"${quantity(bytesToBigint(value))}"`;
      of = ',';
    }
    // An account without storage is not listed.
    if (of !== ',') continue;
    yield '}';
    separator = ',';
  }
}

/** Returns revm's `Bytecode`: a delegation, or code with its jump destinations. */
function bytecodeJson(code: Bytes): string {
  const hex = toHex(code);
  const delegate = delegateOf(code);
  if (delegate !== undefined)
    return `{"Eip7702":{"delegated_address":"${to0x(delegate)}","version":0,"raw":"0x${hex}"}}`;
  const table = `{"order":"bitvec::order::Lsb0","head":{"width":8,"index":0},"bits":${code.length},"data":[${jumpTable(code)}]}`;
  return `{"LegacyAnalyzed":{"bytecode":"0x${hex}${END_OF_CODE}","original_len":${code.length},"jump_table":${table}}}`;
}

/** Returns a bit for each byte of code, the lowest bit first; it is set for a JUMPDEST that is not data of a PUSH. */
function jumpTable(code: Bytes): Uint8Array {
  const table = new Uint8Array(Math.ceil(code.length / 8));
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] as number;
    if (opcode === JUMPDEST) table[at >> 3] = (table[at >> 3] as number) | (1 << (at & 7));
    if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH1 + 1;
  }
  return table;
}

function* historicalStatesJson(source: StateSource, hashes: Hashes): Generator<string> {
  const { base, head, earlier } = source;
  const count = head - base + 1n;
  const first = count <= MAX_HISTORICAL_STATES ? base : head - MAX_HISTORICAL_STATES + 1n;
  let separator = '[';
  const begin = (number: bigint): string => `${separator}["${to0x(hashes.get(number) ?? ZERO_HASH)}",`;
  if (earlier !== undefined)
    for (const { number, accounts } of earlierStates(earlier, MAX_STATES - Number(head - first))) {
      // The state after the last earlier block is the first one of this chain.
      if (number >= first) break;
      yield begin(number);
      yield* snapshotJson(accounts, recentHashes(hashes, number));
      yield ']';
      separator = ',';
    }
  for (let number = first; number <= head; number++) {
    yield begin(number);
    yield* snapshotJson(() => source.accountsAfter(number), recentHashes(hashes, number));
    yield ']';
    separator = ',';
  }
  yield ']';
}

/** Earlier blocks whose hashes BLOCKHASH returns. */
const HASHES = 256n;

function* recentHashes(hashes: ReadonlyMap<bigint, Bytes>, number: bigint): Generator<readonly [bigint, Bytes]> {
  for (let of = number > HASHES ? number - HASHES : 0n; of <= number; of++) {
    const hash = hashes.get(of);
    if (hash !== undefined) yield [of, hash];
  }
}
