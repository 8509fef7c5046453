/**
 * Reads pages of accounts and of storage in the order of their hashed keys, as in the tries. All keys are hashed for
 * each page. Hashing and reading accounts are done in time slices.
 */
import type { Account } from '../evm/state.js';
import { type Bytes, compareBytes } from '../kernel/bytes.js';
import { InvariantViolation } from '../kernel/errors.js';
import { type Client, type FairScheduler, runInSlices } from '../kernel/fair_scheduler.js';
import { keccak256 } from '../kernel/hash.js';
import { toHex } from '../kernel/hex.js';
import type { AppState, Fork } from './state/types.js';

/** Keys to hash, or slots to read, between two checks of the clock. */
const STEP = 256;

export interface Hashed {
  readonly hash: Bytes;
  readonly key: Bytes;
}

export interface Page<T> {
  readonly entries: readonly T[];
  /** Hash of the next entry; `undefined` after the last one. */
  readonly next: Bytes | undefined;
}

/** Requested page. */
export interface PageRequest {
  /** Lowest hash of the page, 32 bytes. */
  readonly start: Bytes;
  readonly limit: number;
  readonly client: Client;
}

type Slot = readonly [slot: Bytes, value: Bytes];

export interface AccountEntry extends Hashed {
  readonly account: Account;
  readonly storageRoot: Bytes;
  /** `undefined` unless the request sets `withCode`. */
  readonly code: Bytes | undefined;
  readonly storage: readonly Slot[] | undefined;
}

export interface StorageEntry extends Hashed {
  /** Value without leading zeros. */
  readonly value: Bytes;
}

export interface AccountPageRequest extends PageRequest {
  readonly withCode: boolean;
  readonly withStorage: boolean;
}

/** Reader of accounts and storage, page by page. */
export class StateRanges {
  constructor(
    private readonly state: AppState,
    private readonly scheduler: FairScheduler | undefined,
  ) {}

  /** Returns accounts of the committed state at `height`. */
  async accounts(height: bigint, request: AccountPageRequest): Promise<Page<AccountEntry>> {
    return runInSlices(this.scheduler, request.client, accountsOf(this.state, height, request));
  }

  /** Returns an account's slots in `fork` that are not zero. */
  async storage(fork: Fork, address: Bytes, request: PageRequest): Promise<Page<StorageEntry>> {
    const page = pageOf(fork.slotsOfAccount(address), request);
    const { entries, next } = await runInSlices(this.scheduler, request.client, page);
    return { entries: entries.map((slot) => ({ ...slot, value: fork.storage(address, slot.key) })), next };
  }
}

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
  throw new InvariantViolation(`the account ${toHex(address)} is listed, but the trie does not contain it`);
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
