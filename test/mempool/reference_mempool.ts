/**
 * The pool's reference model: a list in order of arrival that every read scans, and snapshots that are copies. The real
 * pool must give the same results.
 */
import type { Admission, CheckTxResponse } from '../../src/abci/application.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { toHex } from '../../src/kernel/hex.js';
import type { MempoolLimits } from '../../src/mempool/limits.js';
import type { OrderName } from '../../src/mempool/order.js';
import type { SenderAccount } from '../../src/mempool/sender_txs.js';

interface Entry {
  readonly tx: Bytes;
  readonly key: string;
  readonly gas: bigint;
  readonly admission: Admission | undefined;
}

interface State {
  entries: Entry[];
  accounts: Map<string, SenderAccount>;
  seen: string[];
}

const copy = (state: State): State => ({
  entries: [...state.entries],
  accounts: new Map(state.accounts),
  seen: [...state.seen],
});

export class ModelPool {
  state: State = { entries: [], accounts: new Map(), seen: [] };

  constructor(
    private readonly limits: MempoolLimits,
    private readonly order: OrderName,
  ) {}

  snapshot = (): State => copy(this.state);
  restore(state: State): void {
    this.state = copy(state);
  }

  #of = (sender: string) => this.state.entries.filter((e) => e.admission?.sender === sender);
  #at = (sender: string, nonce: bigint) => this.#of(sender).find((e) => e.admission?.nonce === nonce);

  nextNonce(sender: string): bigint | undefined {
    if (this.#of(sender).length === 0) return undefined;
    let next = this.state.accounts.get(sender)?.nonce ?? 0n;
    while (this.#at(sender, next)) next++;
    return next;
  }

  isExecutable = (e: Entry): boolean =>
    e.admission === undefined || e.admission.nonce < (this.nextNonce(e.admission.sender) ?? 0n);

  see(key: string): boolean {
    const fresh = !this.state.seen.includes(key);
    this.state.seen = [...this.state.seen.filter((k) => k !== key), key].slice(-this.limits.cacheSize);
    return fresh;
  }

  forget(key: string): void {
    this.state.seen = this.state.seen.filter((k) => k !== key);
  }

  #drop(key: string): void {
    this.state.entries = this.state.entries.filter((e) => e.key !== key);
    this.forget(key);
  }

  precheck(tx: Bytes): string | undefined {
    if (this.state.entries.length >= this.limits.size) return 'full';
    return this.see(toHex(sha256(tx))) ? undefined : 'seen';
  }

  setAccount(sender: string, account: SenderAccount): void {
    if (this.#of(sender).length === 0) return;
    this.state.accounts.set(sender, account);
    for (const e of this.#of(sender)) if (e.admission && e.admission.nonce < account.nonce) this.#drop(e.key);
  }

  /** Adds a transaction and returns the outcome as a word. */
  add(tx: Bytes, check: CheckTxResponse): string {
    const key = toHex(sha256(tx));
    const refusal = this.#refusal(key, check);
    if (refusal !== undefined) {
      if (!this.state.entries.some((e) => e.key === key)) this.forget(key);
      return refusal;
    }
    this.see(key);
    const { admission } = check;
    const entry = { tx, key, gas: check.gasWanted, admission };
    if (admission === undefined) {
      this.state.entries.push(entry);
      return 'added';
    }
    const ready = new Set(this.#of(admission.sender).filter(this.isExecutable));
    const old = this.#at(admission.sender, admission.nonce);
    if (old) this.#drop(old.key);
    if (this.#of(admission.sender).length === 0)
      this.state.accounts.set(admission.sender, { nonce: admission.accountNonce, balance: admission.balance });
    this.state.entries.push(entry);
    const fresh = this.#of(admission.sender)
      .filter((e) => this.isExecutable(e) && !ready.has(e))
      .map((e) => Number(e.admission?.nonce));
    return `added ${old ? 'for another' : ''} ready ${fresh.sort((a, b) => a - b).join()}`;
  }

  #refusal(key: string, check: CheckTxResponse): string | undefined {
    const { admission } = check;
    if (check.code !== 0) return check.log;
    if (this.state.entries.some((e) => e.key === key)) return 'already known';
    if (this.state.entries.length >= this.limits.size) return 'full';
    if (admission === undefined) return undefined;
    const { sender, nonce, cost, balance, accountNonce } = admission;
    this.setAccount(sender, { nonce: accountNonce, balance });
    if (nonce < accountNonce) return 'nonce too low';
    const old = this.#at(sender, nonce)?.admission;
    let total = cost - (old?.cost ?? 0n);
    for (const e of this.#of(sender)) total += e.admission?.cost ?? 0n;
    if (total > balance || cost > balance) return 'insufficient funds';
    if (old !== undefined) {
      const raised = (a: bigint, b: bigint) => b > a && b >= (a * 110n) / 100n;
      const fine =
        raised(old.maxFeePerGas, admission.maxFeePerGas) &&
        raised(old.maxPriorityFeePerGas, admission.maxPriorityFeePerGas);
      return fine ? undefined : 'replacement transaction underpriced';
    }
    if (nonce <= (this.nextNonce(sender) ?? accountNonce)) return undefined;
    const queued = this.state.entries.filter((e) => !this.isExecutable(e));
    const own = queued.filter((e) => e.admission?.sender === sender);
    return own.length >= this.limits.accountQueue || queued.length >= this.limits.globalQueue
      ? 'txpool is full'
      : undefined;
  }

  update(
    txs: readonly Bytes[],
    ok: readonly boolean[],
    changed: ReadonlyMap<string, SenderAccount> | undefined,
  ): string[] {
    const keys = txs.map((tx) => toHex(sha256(tx)));
    const committed = this.state.entries.filter((e) => keys.includes(e.key));
    for (const e of committed) {
      if (e.admission === undefined || !ok[keys.indexOf(e.key)] || changed?.has(e.admission.sender)) continue;
      const { sender, nonce } = e.admission;
      const account = this.state.accounts.get(sender);
      if (account && nonce >= account.nonce) this.setAccount(sender, { ...account, nonce: nonce + 1n });
    }
    for (const [sender, account] of changed ?? []) this.setAccount(sender, account);
    this.state.entries = this.state.entries.filter((e) => !keys.includes(e.key));
    for (const [i, key] of keys.entries()) {
      if (ok[i]) this.see(key);
      else this.forget(key);
    }
    return this.state.entries
      .filter((e) => changed === undefined || e.admission === undefined || changed.has(e.admission.sender))
      .map((e) => e.key);
  }

  rechecked(key: string, check: CheckTxResponse): void {
    if (!this.state.entries.some((e) => e.key === key)) return;
    if (check.code !== 0) this.#drop(key);
    else if (check.admission)
      this.setAccount(check.admission.sender, {
        nonce: check.admission.accountNonce,
        balance: check.admission.balance,
      });
  }

  remove(key: string): void {
    if (this.state.entries.some((e) => e.key === key)) this.#drop(key);
  }

  flush(): void {
    this.state.entries = [];
    this.state.seen = [];
  }

  /** Chooses one transaction after another, each time among all that could be next. */
  blockOrder(baseFee: bigint): Entry[] {
    const tip = ({ maxFeePerGas, maxPriorityFeePerGas }: Admission) =>
      maxFeePerGas - baseFee < maxPriorityFeePerGas ? maxFeePerGas - baseFee : maxPriorityFeePerGas;
    const waiting = [...this.state.entries];
    const nonces = new Map([...this.state.accounts].map(([sender, { nonce }]) => [sender, nonce]));
    const order: Entry[] = [];
    for (;;) {
      const oldest = waiting.find((e) => e.admission === undefined);
      let best: Entry | undefined;
      for (const e of waiting) {
        if (e.admission?.nonce !== nonces.get(e.admission?.sender ?? '') || e.admission === undefined) continue;
        if (tip(e.admission) < 0n) continue;
        const pays = best?.admission !== undefined && tip(e.admission) > tip(best.admission);
        if (best === undefined || (this.order === 'fees' && pays)) best = e;
      }
      const next = oldest && (!best || waiting.indexOf(oldest) < waiting.indexOf(best)) ? oldest : best;
      if (next === undefined) return order;
      waiting.splice(waiting.indexOf(next), 1);
      if (next.admission) nonces.set(next.admission.sender, next.admission.nonce + 1n);
      order.push(next);
    }
  }
}
