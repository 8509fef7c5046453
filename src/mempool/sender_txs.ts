/**
 * One sender's transactions by nonce. Those from the account's nonce on without a gap are executable; the others are
 * queued. Adding, removing, and finding the end of the executable run cost O(1), amortized.
 */
import { copyEntries, type Steps } from '../kernel/steps.js';
import { byNonce, type SenderTxsContent, type SequencedTx } from './pooled_tx.js';

/** Committed state of a sender's account. */
export interface SenderAccount {
  readonly nonce: bigint;
  /** Wei. */
  readonly balance: bigint;
}

export class SenderTxs {
  readonly #entries = new Map<bigint, SequencedTx>();
  #account: SenderAccount;
  /** First nonce, from the account's on, that has no transaction. */
  #next: bigint;
  #cost = 0n;

  constructor(
    readonly sender: string,
    account: SenderAccount,
  ) {
    this.#account = account;
    this.#next = account.nonce;
  }

  /** Returns a copy. Nothing may change here between the steps. */
  *copy(): Steps<SenderTxs> {
    const copy = new SenderTxs(this.sender, this.#account);
    yield* copyEntries(copy.#entries, this.#entries);
    copy.#next = this.#next;
    copy.#cost = this.#cost;
    return copy;
  }

  get account(): SenderAccount {
    return this.#account;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Nonce that would extend the executable run. */
  get nextNonce(): bigint {
    return this.#next;
  }

  get executable(): number {
    return Number(this.#next - this.#account.nonce);
  }

  /** Most that all these transactions can cost together, in wei. */
  get cost(): bigint {
    return this.#cost;
  }

  /** Executable transaction with the account's nonce, the only one that can go into a block first. */
  get head(): SequencedTx | undefined {
    return this.#entries.get(this.#account.nonce);
  }

  at(nonce: bigint): SequencedTx | undefined {
    return this.#entries.get(nonce);
  }

  /** Returns the transaction after `entry` by nonce; undefined when there is none. */
  after(entry: SequencedTx): SequencedTx | undefined {
    return this.#entries.get(entry.admission.nonce + 1n);
  }

  /** Returns the executable transactions from a nonce on. */
  executableFrom(nonce: bigint): SequencedTx[] {
    const run: SequencedTx[] = [];
    for (let at = nonce; at < this.#next; at++) run.push(this.#entries.get(at) as SequencedTx);
    return run;
  }

  /** Adds a transaction. Its nonce must be free. */
  add(entry: SequencedTx): void {
    this.#entries.set(entry.admission.nonce, entry);
    this.#cost += entry.admission.cost;
    this.#extend();
  }

  remove(entry: SequencedTx): void {
    const { nonce, cost } = entry.admission;
    this.#entries.delete(nonce);
    this.#cost -= cost;
    if (nonce >= this.#account.nonce && nonce < this.#next) this.#next = nonce;
  }

  setAccount(account: SenderAccount): void {
    const { nonce } = account;
    if (nonce < this.#account.nonce || nonce > this.#next) this.#next = nonce;
    this.#account = account;
    this.#extend();
  }

  /** Returns the transactions below the account's nonce. */
  stale(): SequencedTx[] {
    return [...this.#entries.values()].filter((entry) => entry.admission.nonce < this.#account.nonce);
  }

  /** Current transactions, in no order. */
  get content(): SenderTxsContent {
    return { sender: this.sender, nextNonce: this.#next, entries: [...this.#entries.values()] };
  }

  /** Returns the transactions ascending by nonce. */
  inOrder(): SequencedTx[] {
    return [...this.#entries.values()].sort(byNonce);
  }

  #extend(): void {
    while (this.#entries.has(this.#next)) this.#next += 1n;
  }
}
