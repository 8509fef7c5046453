/**
 * Accounts in whose name this node sends without their keys. That they are is known to this node alone; what it sends
 * carries the dev authority's signature, so that everybody takes it.
 */
import type { HalleyApplication } from '../../app/application.js';
import type { UnsignedEthereumTx } from '../../codec/ethereum_tx.js';
import { impersonatedTx, wrapImpersonated } from '../../codec/impersonation.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { Authority } from './authority.js';

export interface ImpersonationSnapshot {
  readonly accounts: ReadonlySet<string>;
  readonly all: boolean;
}

export class Impersonation {
  #accounts: ReadonlySet<string> = new Set();
  #all = false;

  constructor(
    private readonly app: HalleyApplication,
    private readonly authority: Authority,
  ) {}

  has(account: Bytes): boolean {
    return this.#all || this.#accounts.has(toHex(account));
  }

  /** Throws HalleyError `unavailable` on a chain that cannot be steered. */
  start(account: Bytes): void {
    this.authority.check();
    this.#accounts = new Set([...this.#accounts, toHex(account)]);
  }

  /** False when it was not. What was sent until then stays good. */
  stop(account: Bytes): boolean {
    const rest = new Set(this.#accounts);
    const was = rest.delete(toHex(account));
    this.#accounts = rest;
    return was;
  }

  /** Every account, or only those that were named. Throws HalleyError as `start` does. */
  startAll(all: boolean): void {
    if (all) this.authority.check();
    this.#all = all;
  }

  /** The raw transaction in the name of `from`, and as a block holds it. */
  sign(from: Bytes, tx: UnsignedEthereumTx): { readonly raw: Bytes; readonly wrapped: Bytes } {
    const raw = impersonatedTx(tx, from);
    return { raw, wrapped: wrapImpersonated(raw, from, this.app.params, (bytes) => this.authority.sign(bytes)) };
  }

  snapshot(): ImpersonationSnapshot {
    return { accounts: this.#accounts, all: this.#all };
  }

  restore({ accounts, all }: ImpersonationSnapshot): void {
    this.#accounts = accounts;
    this.#all = all;
  }
}
