/**
 * Adapts the working state to EthereumJS's state manager interface. Its checkpoints are positions in the state's undo
 * log. Storage roots are not computed here and read as empty. The machine uses them only to reject a creation over
 * existing storage, which no account without code can have on this chain.
 */
import type { AccountFields, StateManagerInterface } from '@ethereumjs/common';
import { EVMError } from '@ethereumjs/evm';
import { type Address, KECCAK256_RLP, Account as MachineAccount } from '@ethereumjs/util';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { AbsentRemote } from '../absent_remote.js';
import { type Account, EMPTY_ACCOUNT, type MachineState } from '../state.js';
import { withoutLeadingZeros } from '../word.js';

const NOT_HERE = 'the state adapter computes no roots: the machine must not ask for them';

export class StateAdapter<S extends MachineState> implements StateManagerInterface {
  #state: S | undefined;
  readonly #checkpoints: { readonly state: number; readonly created: bigint }[] = [];
  #created = 0n;
  #absence: AbsentRemote | undefined;
  readonly #originals = new Map<string, Bytes>();

  /** Values of slots at the beginning of the transaction. The machine reads a slot here before it first writes it. */
  readonly originalStorageCache = {
    get: async (address: Address, slot: Bytes): Promise<Bytes> => {
      const key = toHex(address.bytes) + toHex(slot);
      const known = this.#originals.get(key);
      if (known !== undefined) return known;
      const value = this.#storage(address.bytes, slot);
      this.#originals.set(key, value);
      return value;
    },
    clear: (): void => this.#originals.clear(),
  };

  get state(): S {
    invariant(this.#state !== undefined, 'the machine has no state: attach one before a run');
    return this.#state;
  }

  /**
   * Wei that the run has created so far. Code cannot create any. A self-destruct in favour of a contract that is itself
   * deleted makes this negative.
   */
  get created(): bigint {
    return this.#created;
  }

  /**
   * First read for which the state had no data. The outcome of such a run is discarded, whatever the machine made of
   * the error.
   */
  get absence(): AbsentRemote | undefined {
    return this.#absence;
  }

  /** Returns the error, and records it when it is the first absent read. */
  recordAbsence(error: unknown): unknown {
    if (error instanceof AbsentRemote) this.#absence ??= error;
    return error;
  }

  /** Directs reads and writes to `state` from here on, and drops everything of an earlier one. */
  attach(state: S | undefined): void {
    this.#state = state;
    this.#created = 0n;
    this.#absence = undefined;
    this.#checkpoints.length = 0;
    this.#originals.clear();
  }

  async getAccount(address: Address): Promise<MachineAccount | undefined> {
    const account = this.#account(address.bytes);
    return account && new MachineAccount(account.nonce, account.balance, KECCAK256_RLP, account.codeHash);
  }

  async putAccount(address: Address, account?: MachineAccount): Promise<void> {
    const next = account && { nonce: account.nonce, balance: account.balance, codeHash: account.codeHash };
    this.#put(address.bytes, this.#account(address.bytes), next);
  }

  async deleteAccount(address: Address): Promise<void> {
    this.#put(address.bytes, this.#account(address.bytes), undefined);
  }

  async modifyAccountFields(address: Address, { nonce, balance, codeHash }: AccountFields): Promise<void> {
    const before = this.#account(address.bytes) ?? EMPTY_ACCOUNT;
    this.#put(address.bytes, before, {
      nonce: nonce ?? before.nonce,
      balance: balance ?? before.balance,
      codeHash: codeHash ?? before.codeHash,
    });
  }

  #account(address: Bytes): Account | undefined {
    try {
      return this.state.account(address);
    } catch (error) {
      throw this.recordAbsence(error);
    }
  }

  #storage(address: Bytes, slot: Bytes): Bytes {
    try {
      return this.state.storage(address, slot);
    } catch (error) {
      throw this.recordAbsence(error);
    }
  }

  #put(address: Bytes, before: Account | undefined, after: Account | undefined): void {
    // Only a self-destruct can cause this: the library checks balances before it pays for calls and creations.
    if (after !== undefined && after.balance > MAX_UINT256) throw new EVMError(EVMError.errorMessages.VALUE_OVERFLOW);
    this.#created += (after?.balance ?? 0n) - (before?.balance ?? 0n);
    this.state.setAccount(address, after);
  }

  async putCode(address: Address, code: Bytes): Promise<void> {
    const codeHash = code.length === 0 ? EMPTY_ACCOUNT.codeHash : this.state.setCode(code);
    this.state.setAccount(address.bytes, { ...(this.#account(address.bytes) ?? EMPTY_ACCOUNT), codeHash });
  }

  async getCode(address: Address): Promise<Bytes> {
    const account = this.#account(address.bytes);
    return account === undefined ? EMPTY_BYTES : this.state.code(account.codeHash);
  }

  async getCodeSize(address: Address): Promise<number> {
    return (await this.getCode(address)).length;
  }

  async getStorage(address: Address, slot: Bytes): Promise<Bytes> {
    return this.#storage(address.bytes, slot);
  }

  async putStorage(address: Address, slot: Bytes, value: Bytes): Promise<void> {
    try {
      this.state.setStorage(address.bytes, slot, withoutLeadingZeros(value));
    } catch (error) {
      throw this.recordAbsence(error);
    }
  }

  async clearStorage(address: Address): Promise<void> {
    this.state.clearStorage(address.bytes);
  }

  async checkpoint(): Promise<void> {
    this.#checkpoints.push({ state: this.state.checkpoint(), created: this.#created });
  }

  async commit(): Promise<void> {
    this.#checkpoints.pop();
  }

  async revert(): Promise<void> {
    const checkpoint = this.#checkpoints.pop();
    invariant(checkpoint !== undefined, 'the machine reverts more often than it checkpoints');
    this.state.revertTo(checkpoint.state);
    this.#created = checkpoint.created;
  }

  clearCaches(): void {
    this.#originals.clear();
  }

  getStateRoot(): Promise<Bytes> {
    throw new InvariantViolation(NOT_HERE);
  }

  setStateRoot(): Promise<void> {
    throw new InvariantViolation(NOT_HERE);
  }

  hasStateRoot(): Promise<boolean> {
    throw new InvariantViolation(NOT_HERE);
  }

  shallowCopy(): StateManagerInterface {
    throw new InvariantViolation('a machine works on one state at a time: its state adapter cannot be copied');
  }
}
