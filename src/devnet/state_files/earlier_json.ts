/**
 * Writes the earlier blocks of a chain to a state file again, with their transactions and states. Data of other tools
 * is not changed, except that parent hashes follow the rule of the file (`block_json.ts`).
 */
import type { ListedAccount } from '../../app/state_listing.js';
import { encodeHeaderJson } from '../../codec/ethereum/header_json.js';
import type { HistoryState } from '../../config/genesis_forms/history/history_document.js';
import { withoutLeadingZeros } from '../../evm/word.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import type { EarlierBlock, StoredHistory } from '../history/stored_history.js';

/** Yields the blocks, oldest first, each as JSON with its number and its hash in the file. */
export function* earlierBlocksJson(
  history: StoredHistory,
): Generator<{ readonly number: bigint; readonly hash: Bytes; readonly json: string }> {
  let before: { readonly shown: string; readonly inFile: string } | undefined;
  for (const block of blocksOf(history)) {
    const { number, mined: _, hash: shown, ...members } = block;
    const isLinked = before !== undefined && block.header['parentHash'] === before.shown;
    const header = isLinked ? { ...block.header, parentHash: before?.inFile } : block.header;
    const hash = keccak256(encodeHeaderJson(header));
    const inFile = to0x(hash);
    const json = JSON.stringify({ ...members, header, hash: shown !== inFile ? shown : undefined });
    yield { number: BigInt(number), hash, json };
    before = { shown, inFile };
  }
}

function* blocksOf(history: StoredHistory): Generator<EarlierBlock> {
  const { first, last } = history.facts;
  for (let number = first; number <= last; number++) {
    const block = history.block(number);
    if (block !== undefined) yield block;
  }
}

/** Yields the transactions with their receipts, as they were in the loaded file. */
export function* earlierTransactionsJson(
  history: StoredHistory,
  hashes: ReadonlyMap<bigint, Bytes>,
): Generator<string> {
  for (const { number, mined } of blocksOf(history)) {
    const hash = hashes.get(BigInt(number));
    for (const tx of mined)
      yield withNumbers(JSON.stringify({ ...tx, ...(hash !== undefined && { block_hash: to0x(hash) }) }));
  }
}

/**
 * Writes long numbers without the quotes that were added when the file was read, to keep them exact
 * (`state_file_bytes.ts`).
 */
const withNumbers = (json: string): string => json.replace(/:"(\d{16,20})"/g, ':$1');

/** State after an earlier block. */
export interface EarlierStateListing {
  readonly number: bigint;
  /** Yields the accounts. It must be called before the next state is read. */
  readonly accounts: () => Iterable<ListedAccount>;
}

interface Listed {
  account: ListedAccount['account'];
  readonly slots: Map<string, string>;
}

/** Yields the states of the newest blocks that have one, at most `most`, oldest first. */
export function* earlierStates(history: StoredHistory, most: number): Generator<EarlierStateListing> {
  const { states } = history.facts;
  const whole = new Map<string, Listed>();
  const skipped = Math.max(0, states.length - most);
  for (const [i, number] of states.entries()) {
    apply(whole, history.state(number));
    if (i >= skipped) yield { number: BigInt(number), accounts: () => listed(whole, history) };
  }
}

function apply(whole: Map<string, Listed>, { accounts, storage }: HistoryState): void {
  for (const [address, values] of Object.entries(accounts)) {
    if (values === null) whole.delete(address);
    else {
      const [nonce, balance, codeHash] = values;
      const account = { nonce: BigInt(nonce), balance: BigInt(balance), codeHash: fromHex(codeHash) };
      whole.set(address, { account, slots: whole.get(address)?.slots ?? new Map<string, string>() });
    }
  }
  for (const [address, slots] of Object.entries(storage))
    for (const [slot, value] of Object.entries(slots))
      if (BigInt(value) === 0n) whole.get(address)?.slots.delete(slot);
      else whole.get(address)?.slots.set(slot, value);
}

function* listed(whole: ReadonlyMap<string, Listed>, history: StoredHistory): Iterable<ListedAccount> {
  for (const [address, { account, slots }] of whole)
    yield {
      address: fromHex(address),
      account,
      code: history.code(account.codeHash) ?? EMPTY_BYTES,
      storage: [...slots].map(([slot, value]) => [fromHex(slot), withoutLeadingZeros(fromHex(value))] as const),
    };
}
