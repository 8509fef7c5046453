/**
 * The accounts for which this node sends transactions without their keys. Only this node knows them. The dev authority
 * signs the transactions, so that all validators accept them.
 */
import type { HalleyApplication } from '../../app/application.js';
import { PRECOMPILES } from '../../app/precompiles/index.generated.js';
import { impersonatedTx, wrapImpersonated } from '../../codec/cosmos/impersonation.js';
import type { UnsignedEthereumTx } from '../../codec/ethereum/tx.js';
import { isPrecompile } from '../../evm/precompiled.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';
import { to0x, toHex } from '../../kernel/hex.js';
import type { Authority } from './authority.js';

export interface ImpersonationSnapshot {
  readonly accounts: ReadonlySet<string>;
  readonly all: boolean;
}

const isBuiltIn = (account: Bytes): boolean =>
  isPrecompile(account) || PRECOMPILES.some(({ address }) => equalBytes(address, account));

/** A transaction in its form in a block; `hash` is the Ethereum transaction's, `from` its sender where it is known. */
export interface WrappedTx {
  readonly type: 'wrapped';
  readonly tx: Bytes;
  readonly hash: Bytes;
  readonly from?: Bytes;
}

export class Impersonation {
  #accounts: ReadonlySet<string> = new Set();
  #all: boolean;

  /**
   * Impersonates every account from the start when `allAtFirst` is set. Throws HalleyError `unavailable` as `start`
   * does.
   */
  constructor(
    private readonly app: HalleyApplication,
    private readonly authority: Authority,
    private readonly allAtFirst = false,
  ) {
    if (allAtFirst) authority.check();
    this.#all = allAtFirst;
  }

  has(account: Bytes): boolean {
    return this.#all || this.#accounts.has(toHex(account));
  }

  /**
   * Starts to impersonate an account. Throws HalleyError: `unavailable` when dev transactions are impossible,
   * `invalid-argument` for a precompile.
   */
  start(account: Bytes): void {
    this.authority.check();
    if (isBuiltIn(account))
      throw new HalleyError('invalid-argument', `${to0x(account)} is a precompile, which cannot be impersonated`);
    this.#accounts = new Set([...this.#accounts, toHex(account)]);
  }

  /**
   * Stops impersonating an account. Returns false when it was not impersonated. What was sent until then stays valid.
   */
  stop(account: Bytes): boolean {
    const rest = new Set(this.#accounts);
    const was = rest.delete(toHex(account));
    this.#accounts = rest;
    return was;
  }

  /** Impersonates every account, or only those that were named. Throws HalleyError as `start` does. */
  startAll(all: boolean): void {
    if (all) this.authority.check();
    this.#all = all;
  }

  /** Returns a transaction of `from` in its form in a block, and its Ethereum hash. Throws HalleyError as `start` does. */
  sign(from: Bytes, tx: UnsignedEthereumTx): WrappedTx {
    this.authority.check();
    const raw = impersonatedTx(tx, from);
    const wrapped = wrapImpersonated(raw, from, this.app.params, (bytes) => this.authority.sign(bytes));
    return { type: 'wrapped', tx: wrapped, hash: keccak256(raw), from };
  }

  /** Restores the accounts that a new chain impersonates. */
  reset(): void {
    this.restore({ accounts: new Set(), all: this.allAtFirst });
  }

  snapshot(): ImpersonationSnapshot {
    return { accounts: this.#accounts, all: this.#all };
  }

  restore({ accounts, all }: ImpersonationSnapshot): void {
    this.#accounts = accounts;
    this.#all = all;
  }
}
