/**
 * One sender's transactions by nonce. From the account's nonce on without a gap they are executable; the others are
 * queued. Adding, removing and the end of the executable run cost O(1), amortized.
 */
import { copyEntries } from '../kernel/copy_map.js';
import type { Steps } from '../kernel/steps.js';
import type { SenderTxsContent } from './content.js';
import { byNonce, type SequencedTx } from './pooled_tx.js';

/** The committed state of a sender's account. */
export interface SenderAccount {
  /** Its next nonce. */
  readonly nonce: bigint;
  /** Wei. */
  readonly balance: bigint;
}

export class SenderTxs {
  readonly #entries = new Map<bigint, SequencedTx>();
  #account: SenderAccount;
  /** The first nonce from the account's on that is not here. */
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

  /** The nonce that would extend the executable run. */
  get nextNonce(): bigint {
    return this.#next;
  }

  get executable(): number {
    return Number(this.#next - this.#account.nonce);
  }

  /** The most that all transactions here can cost together: wei. */
  get cost(): bigint {
    return this.#cost;
  }

  /** The only one that can go into a block first. */
  get head(): SequencedTx | undefined {
    return this.#entries.get(this.#account.nonce);
  }

  at(nonce: bigint): SequencedTx | undefined {
    return this.#entries.get(nonce);
  }

  /** The executable one after `entry`. */
  after(entry: SequencedTx): SequencedTx | undefined {
    return this.#entries.get(entry.admission.nonce + 1n);
  }

  /** The executable ones from a nonce on. */
  executableFrom(nonce: bigint): SequencedTx[] {
    const run: SequencedTx[] = [];
    for (let at = nonce; at < this.#next; at++) run.push(this.#entries.get(at) as SequencedTx);
    return run;
  }

  /** Its nonce must be free. */
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

  /** Those that the account's nonce has passed. */
  stale(): SequencedTx[] {
    return [...this.#entries.values()].filter((entry) => entry.admission.nonce < this.#account.nonce);
  }

  /** Lists the transactions that are here now, in no order. */
  get content(): SenderTxsContent {
    return { sender: this.sender, nextNonce: this.#next, entries: [...this.#entries.values()] };
  }

  /** Ascending by nonce. */
  inOrder(): SequencedTx[] {
    return [...this.#entries.values()].sort(byNonce);
  }

  #extend(): void {
    while (this.#entries.has(this.#next)) this.#next += 1n;
  }
}
