/**
 * Pages of accounts and of storage in the order of their hashed keys, as the tries have them. The keys are hashed for each
 * page; that, and the reading of accounts, takes its turns.
 */
import type { Account } from '../evm/account.js';
import { type Bytes, compareBytes } from '../kernel/bytes.js';
import { InvariantViolation } from '../kernel/errors.js';
import { type Client, type FairScheduler, runInSlices } from '../kernel/fair_scheduler.js';
import { keccak256 } from '../kernel/hash.js';
import { toHex } from '../kernel/hex.js';
import type { AppState, Fork } from './state/types.js';

/** Keys that are hashed, or slots that are read, between two looks at the clock. */
const STEP = 256;

export interface Hashed {
  readonly hash: Bytes;
  readonly key: Bytes;
}

export interface Page<T> {
  readonly entries: readonly T[];
  /** The hash of what comes next; undefined when nothing does. */
  readonly next: Bytes | undefined;
}

/** What is asked for. */
export interface PageRequest {
  /** The lowest hash, 32 bytes. */
  readonly start: Bytes;
  readonly limit: number;
  readonly client: Client;
}

type Slot = readonly [slot: Bytes, value: Bytes];

export interface AccountEntry extends Hashed {
  readonly account: Account;
  readonly storageRoot: Bytes;
  /** Undefined where it was not asked for. */
  readonly code: Bytes | undefined;
  readonly storage: readonly Slot[] | undefined;
}

export interface StorageEntry extends Hashed {
  /** Without leading zeros. */
  readonly value: Bytes;
}

export interface AccountPageRequest extends PageRequest {
  readonly withCode: boolean;
  readonly withStorage: boolean;
}

export interface StateRanges {
  /** Of the committed state at `height`. */
  accounts(height: bigint, request: AccountPageRequest): Promise<Page<AccountEntry>>;
  /** Of an account's slots that are not zero, in `state`. */
  storage(state: Fork, address: Bytes, request: PageRequest): Promise<Page<StorageEntry>>;
}

export const createStateRanges = (state: AppState, scheduler: FairScheduler | undefined): StateRanges => ({
  accounts: async (height, request) => runInSlices(scheduler, request.client, accountsOf(state, height, request)),
  storage: async (fork, address, request) => {
    const { entries, next } = await runInSlices(
      scheduler,
      request.client,
      pageOf(fork.slotsOfAccount(address), request),
    );
    return { entries: entries.map((slot) => ({ ...slot, value: fork.storage(address, slot.key) })), next };
  },
});

function* accountsOf(
  state: AppState,
  height: bigint,
  request: AccountPageRequest,
): Generator<void, Page<AccountEntry>> {
  const committed = state.at(height);
  const { entries, next } = yield* pageOf(addressesOf(committed.accounts()), request);
  const accounts: AccountEntry[] = [];
  for (const { hash, key } of entries) {
    const { account, storageHash: storageRoot } = state.proveAccount(height, key, []);
    const known = account ?? missing(key);
    const code = request.withCode ? committed.code(known.codeHash) : undefined;
    const storage = request.withStorage ? yield* slotsIn(committed.slots(key)) : undefined;
    accounts.push({ hash, key, account: known, storageRoot, code, storage });
    yield;
  }
  return { entries: accounts, next };
}

function* slotsIn(slots: Iterable<Slot>): Generator<void, readonly Slot[]> {
  const found: Slot[] = [];
  for (const slot of slots) if (found.push(slot) % STEP === 0) yield;
  return found;
}

function missing(address: Bytes): never {
  throw new InvariantViolation(`the account ${toHex(address)} is listed, and not in the trie`);
}

function* addressesOf(accounts: Iterable<readonly [address: Bytes, account: Account]>): Iterable<Bytes> {
  for (const [address] of accounts) yield address;
}

function* pageOf(keys: Iterable<Bytes>, { start, limit }: PageRequest): Generator<void, Page<Hashed>> {
  const found: Hashed[] = [];
  let count = 0;
  for (const key of keys) {
    const hash = keccak256(key);
    if (compareBytes(hash, start) >= 0) found.push({ hash, key });
    if (++count % STEP === 0) yield;
  }
  found.sort((a, b) => compareBytes(a.hash, b.hash));
  return { entries: found.slice(0, limit), next: found[limit]?.hash };
}
