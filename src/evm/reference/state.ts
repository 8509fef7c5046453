/**
 * The state of the reference: the state before a transaction, which is only read, and the transaction's writes. It
 * shares no code with the application's own working state, so that errors there become visible.
 */
import type { AccountFields, StateManagerInterface } from '@ethereumjs/common';
import { type Address, KECCAK256_RLP, Account as LibraryAccount } from '@ethereumjs/util';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import { type Account, type AccountsReader, EMPTY_ACCOUNT, EMPTY_CODE_HASH } from '../state.js';
import { withoutLeadingZeros } from '../word.js';

const ADDRESS_DIGITS = 40;

interface Write {
  readonly table: Map<string, unknown>;
  readonly key: string;
  /** `undefined` when the table did not have the key. */
  readonly before: { readonly value: unknown } | undefined;
}

export class ReferenceState implements StateManagerInterface {
  /** Accounts by hex address. The value `undefined` marks a deleted account. */
  readonly #accounts = new Map<string, Account | undefined>();
  /** Codes by hex hash. */
  readonly #codes = new Map<string, Bytes>();
  /** Values by hex address with slot. */
  readonly #slots = new Map<string, Bytes>();
  /** Hex addresses of the accounts whose storage in the base state is no longer read. */
  readonly #cleared = new Map<string, true>();
  readonly #writes: Write[] = [];
  readonly #checkpoints: number[] = [];
  /** Values before the transaction, by hex address with slot. */
  readonly #originals = new Map<string, Bytes>();
  #base: AccountsReader | undefined;

  readonly originalStorageCache = {
    get: async (address: Address, slot: Bytes): Promise<Bytes> => {
      const key = toHex(address.bytes) + toHex(slot);
      const value = this.#originals.get(key) ?? this.storage(address.bytes, slot);
      this.#originals.set(key, value);
      return value;
    },
    clear: (): void => this.#originals.clear(),
  };

  /** Sets the base state and drops all writes. */
  standOn(base: AccountsReader): void {
    this.#base = base;
    for (const table of [this.#accounts, this.#codes, this.#slots, this.#cleared, this.#originals]) table.clear();
    this.#writes.length = 0;
    this.#checkpoints.length = 0;
  }

  /** Accounts that were written. */
  get addresses(): Iterable<Bytes> {
    return [...this.#accounts.keys()].map(fromHex);
  }

  /** Slots that were written. */
  get slots(): Iterable<readonly [address: Bytes, slot: Bytes]> {
    return [...this.#slots.keys()].map((key) => [
      fromHex(key.slice(0, ADDRESS_DIGITS)),
      fromHex(key.slice(ADDRESS_DIGITS)),
    ]);
  }

  account(address: Bytes): Account | undefined {
    const key = toHex(address);
    return this.#accounts.has(key) ? this.#accounts.get(key) : this.#below.account(address);
  }

  code(address: Bytes): Bytes {
    const { codeHash } = this.account(address) ?? EMPTY_ACCOUNT;
    return this.#codes.get(toHex(codeHash)) ?? this.#below.code(codeHash);
  }

  /** Returns the value without leading zeros. */
  storage(address: Bytes, slot: Bytes): Bytes {
    const hex = toHex(address);
    const own = this.#slots.get(hex + toHex(slot));
    if (own !== undefined) return own;
    return this.#cleared.has(hex) ? EMPTY_BYTES : this.#below.storage(address, slot);
  }

  put(address: Bytes, account: Account | undefined): void {
    if (account === undefined) this.#clear(toHex(address));
    this.#write(this.#accounts, toHex(address), account);
  }

  async getAccount(address: Address): Promise<LibraryAccount | undefined> {
    const account = this.account(address.bytes);
    return account && new LibraryAccount(account.nonce, account.balance, KECCAK256_RLP, account.codeHash);
  }

  async putAccount(address: Address, account?: LibraryAccount): Promise<void> {
    const { nonce, balance, codeHash } = account ?? EMPTY_ACCOUNT;
    this.put(address.bytes, account && { nonce, balance, codeHash });
  }

  async deleteAccount(address: Address): Promise<void> {
    this.put(address.bytes, undefined);
  }

  async modifyAccountFields(address: Address, { nonce, balance, codeHash }: AccountFields): Promise<void> {
    const before = this.account(address.bytes) ?? EMPTY_ACCOUNT;
    this.put(address.bytes, {
      nonce: nonce ?? before.nonce,
      balance: balance ?? before.balance,
      codeHash: codeHash ?? before.codeHash,
    });
  }

  async putCode(address: Address, code: Bytes): Promise<void> {
    const codeHash = code.length === 0 ? EMPTY_CODE_HASH : keccak256(code);
    if (code.length > 0) this.#write(this.#codes, toHex(codeHash), code.slice());
    await this.modifyAccountFields(address, { codeHash });
  }

  async getCode(address: Address): Promise<Bytes> {
    return this.code(address.bytes);
  }

  async getCodeSize(address: Address): Promise<number> {
    return this.code(address.bytes).length;
  }

  async getStorage(address: Address, slot: Bytes): Promise<Bytes> {
    return this.storage(address.bytes, slot);
  }

  async putStorage(address: Address, slot: Bytes, value: Bytes): Promise<void> {
    this.#write(this.#slots, toHex(address.bytes) + toHex(slot), withoutLeadingZeros(value));
  }

  async clearStorage(address: Address): Promise<void> {
    this.#clear(toHex(address.bytes));
  }

  async checkpoint(): Promise<void> {
    this.#checkpoints.push(this.#writes.length);
  }

  async commit(): Promise<void> {
    this.#checkpoints.pop();
  }

  async revert(): Promise<void> {
    const length = this.#checkpoints.pop();
    invariant(length !== undefined, 'the reference reverts more often than it checkpoints');
    while (this.#writes.length > length) {
      const { table, key, before } = this.#writes.pop() as Write;
      if (before === undefined) table.delete(key);
      else table.set(key, before.value);
    }
  }

  clearCaches(): void {
    this.#originals.clear();
  }

  getStateRoot(): Promise<Bytes> {
    throw new InvariantViolation(NO_ROOTS);
  }

  setStateRoot(): Promise<void> {
    throw new InvariantViolation(NO_ROOTS);
  }

  hasStateRoot(): Promise<boolean> {
    throw new InvariantViolation(NO_ROOTS);
  }

  shallowCopy(): StateManagerInterface {
    throw new InvariantViolation('the reference runs one transaction at a time');
  }

  get #below(): AccountsReader {
    invariant(this.#base !== undefined, 'the reference has no state: set its base before a run');
    return this.#base;
  }

  #clear(address: string): void {
    for (const key of this.#slots.keys()) if (key.startsWith(address)) this.#write(this.#slots, key, EMPTY_BYTES);
    this.#write(this.#cleared, address, true);
  }

  #write<V>(table: Map<string, V>, key: string, value: V): void {
    const before = table.has(key) ? { value: table.get(key) } : undefined;
    this.#writes.push({ table: table as Map<string, unknown>, key, before });
    table.set(key, value);
  }
}

const NO_ROOTS = 'the reference computes no roots: a run must not ask for them';
