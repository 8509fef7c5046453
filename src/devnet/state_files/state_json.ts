/**
 * Writes the state file of a chain in the format of Anvil 1.x (foundry's `SerializableState`), piece by piece, so that
 * only a piece is in memory and other work runs between two pieces.
 */
import type { ListedAccount } from '../../app/state_listing.js';
import type { EvmBlock } from '../../backend/evm/block.js';
import { type Bytes, ZERO_HASH } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { quantity } from '../../rpc/evm/quantity.js';
import { accountsJson } from './account_json.js';
import { type BlockOfFile, blockJson, blockOfFile, minedTransactionsJson } from './block_json.js';
import { snapshotJson } from './snapshot_json.js';

/** Reads what a state file contains. All of it stays as it is while the chain grows. */
export interface StateSource {
  /** Is the number of the newest block. */
  readonly head: bigint;
  /** Is the number of the oldest block. */
  readonly base: bigint;
  block(number: bigint): EvmBlock;
  /** Lists the accounts after the newest block and the pending dev changes. */
  accounts(): Iterable<ListedAccount>;
  /** Lists the accounts after a block. */
  accountsAfter(number: bigint): Iterable<ListedAccount>;
}

/** Limits the states of `historical_states`. It is the number that Anvil keeps in memory. */
export const MAX_HISTORICAL_STATES = 500n;

/** Yields the pieces of the JSON. */
export function* stateJson(source: StateSource, historicalStates: boolean): Generator<string> {
  const { head } = source;
  yield `{"block":${environmentJson(source.block(head))},"accounts":`;
  yield* accountsJson(source.accounts());
  const hashes = new Map<bigint, Bytes>();
  yield `,"best_block_number":${head},"blocks":[`;
  for (const of of blocksOfFile(source)) {
    hashes.set(of.block.number, of.hash);
    yield `${of.block.number === source.base ? '' : ','}${blockJson(of)}`;
  }
  yield '],"transactions":[';
  yield* transactionsJson(source, hashes);
  yield '],"historical_states":';
  if (historicalStates) yield* historicalStatesJson(source, hashes);
  else yield 'null';
  yield '}';
}

/** Returns the environment of a block, with the names of revm's `BlockEnv`. */
const environmentJson = (block: EvmBlock): string =>
  `{"number":"${quantity(block.number)}","beneficiary":"${to0x(block.miner)}","timestamp":"${quantity(block.timestamp)}",` +
  `"gas_limit":${block.gasLimit},"basefee":${block.baseFeePerGas},"difficulty":"0x0","prevrandao":"${to0x(block.mixHash)}",` +
  '"blob_excess_gas_and_price":{"excess_blob_gas":0,"blob_gasprice":1},"slot_num":0}';

function* blocksOfFile({ base, head, block }: StateSource): Generator<BlockOfFile> {
  let parentHash = ZERO_HASH;
  for (let number = base; number <= head; number++) {
    const of = blockOfFile(block(number), parentHash);
    yield of;
    parentHash = of.hash;
  }
}

function* transactionsJson({ base, head, block }: StateSource, hashes: ReadonlyMap<bigint, Bytes>): Generator<string> {
  let separator = '';
  for (let number = base; number <= head; number++) {
    const shown = block(number);
    const of = { block: shown, parentHash: ZERO_HASH, hash: hashes.get(number) ?? ZERO_HASH };
    for (const receipt of shown.receipts) {
      yield `${separator}${minedTransactionsJson(receipt, of)}`;
      separator = ',';
    }
    yield '';
  }
}

function* historicalStatesJson(source: StateSource, hashes: ReadonlyMap<bigint, Bytes>): Generator<string> {
  const { base, head } = source;
  const first = head - base < MAX_HISTORICAL_STATES ? base : head - MAX_HISTORICAL_STATES + 1n;
  for (let number = first; number <= head; number++) {
    yield `${number === first ? '[' : ','}["${to0x(hashes.get(number) ?? ZERO_HASH)}",`;
    yield* snapshotJson(() => source.accountsAfter(number), recentHashes(hashes, number));
    yield ']';
  }
  yield ']';
}

/** Counts the earlier blocks whose hashes BLOCKHASH returns. */
const HASHES = 256n;

function* recentHashes(hashes: ReadonlyMap<bigint, Bytes>, number: bigint): Generator<readonly [bigint, Bytes]> {
  for (let of = number > HASHES ? number - HASHES : 0n; of <= number; of++) {
    const hash = hashes.get(of);
    if (hash !== undefined) yield [of, hash];
  }
}
