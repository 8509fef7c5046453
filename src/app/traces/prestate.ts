/** Records accounts as they were before a run, when the run first reads or writes them. */
import { EMPTY_ACCOUNT } from '../../evm/account.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import type { StateReader } from '../state/types.js';
import { quantity, sortedObject, wordText } from './geth_error_text.js';
import type { SizeBudget } from './size_budget.js';

/** Estimates the characters of an account without its code and its storage. */
const ACCOUNT_LENGTH = 220;
const SLOT_LENGTH = 140;

/** Holds the members of an account that are shown; an undefined one is left out. */
export interface ShownAccount {
  readonly balance: bigint | undefined;
  readonly code: Bytes | undefined;
  readonly codeHash: Bytes | undefined;
  /** Is also left out when it is zero. */
  readonly nonce: bigint | undefined;
  /** Maps slots to words, both in JSON's format. */
  readonly storage: ReadonlyMap<string, string>;
}

export interface SeenAccount extends ShownAccount {
  readonly address: Bytes;
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly storage: Map<string, string>;
}

export interface PrestateOptions {
  readonly withCode: boolean;
  readonly withStorage: boolean;
}

/** Maps addresses in hex to accounts. */
export type ShownAccounts = ReadonlyMap<string, ShownAccount>;

export class Prestate {
  readonly #seen = new Map<string, SeenAccount>();

  constructor(
    private readonly state: StateReader,
    private readonly options: PrestateOptions,
    private readonly budget: SizeBudget,
  ) {}

  get accounts(): ReadonlyMap<string, SeenAccount> {
    return this.#seen;
  }

  /** Records an account. Returns undefined when it exceeds the budget. */
  lookAt(address: Bytes): SeenAccount | undefined {
    const key = to0x(address);
    const known = this.#seen.get(key);
    if (known !== undefined) return known;
    const { balance, nonce, codeHash } = this.state.account(address) ?? EMPTY_ACCOUNT;
    const hasCode = !equalBytes(codeHash, EMPTY_ACCOUNT.codeHash);
    const code = hasCode && this.options.withCode ? this.state.code(codeHash) : undefined;
    if (!this.budget.take(ACCOUNT_LENGTH + 2 * (code?.length ?? 0))) return undefined;
    const storage = new Map<string, string>();
    const seen = { address: address.slice(), balance, nonce, code, codeHash: hasCode ? codeHash : undefined, storage };
    this.#seen.set(key, seen);
    return seen;
  }

  lookAtSlot(address: Bytes, slot: Bytes): void {
    const storage = this.options.withStorage ? this.lookAt(address)?.storage : undefined;
    const key = to0x(slot);
    if (storage === undefined || storage.has(key) || !this.budget.take(SLOT_LENGTH)) return;
    storage.set(key, wordText(this.state.storage(address, slot)));
  }

  codeOf(address: Bytes): Bytes {
    const account = this.state.account(address);
    return account === undefined ? EMPTY_BYTES : this.state.code(account.codeHash);
  }
}

/** Returns whether an account is empty (EIP-161), whatever storage the run has read. */
export const isEmpty = ({ balance, nonce, codeHash }: ShownAccount): boolean =>
  balance === 0n && nonce === 0n && codeHash === undefined;

export const accountsJson = (accounts: ShownAccounts): string =>
  sortedObject([...accounts].map(([address, account]) => [address, accountJson(account)]));

/** Returns an account as JSON, with members in geth's order. */
function accountJson({ balance, code, codeHash, nonce, storage }: ShownAccount): string {
  const members = [
    balance === undefined ? '' : `"balance":"${quantity(balance)}"`,
    code === undefined ? '' : `"code":"${to0x(code)}"`,
    codeHash === undefined ? '' : `"codeHash":"${to0x(codeHash)}"`,
    // A Go nonce may exceed the integers that JavaScript numbers represent exactly.
    nonce === undefined || nonce === 0n ? '' : `"nonce":${nonce}`,
    storage.size === 0 ? '' : `"storage":${sortedObject([...storage].map(([slot, word]) => [slot, `"${word}"`]))}`,
  ];
  return `{${members.filter((member) => member !== '').join(',')}}`;
}
