/**
 * What a developer has done to the chain from outside: what waits for a block, and what the EVM's state at a height is with
 * it. That is the committed state after the leading run of the block above; at the head, after what waits. Nothing of it
 * is stored: a state at the head is made when something waits, one below it when the sequences of two heights differ.
 *
 * The application holds what waits, beside the mempool. A host makes it durable, and brings it back with `recover`.
 */

import { type Account, EMPTY_ACCOUNT } from '../../evm/account.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import { LruCache } from '../../kernel/lru_cache.js';
import { readAuthority, readSequence } from '../modules/dev/store.js';
import type { AppState, Fork, StateReader } from '../state/types.js';
import { type Refusal, refuse } from '../types/refusal.js';
import { type DevTx, DevTxDecoder } from './dev_tx_decoder.js';
import { executeDevTx, leadingDevTxs } from './leading_dev_txs.js';

/** Heights below the head whose state after the next block's steering is kept. */
const MAX_KEPT_VIEWS = 16;
/** Bytes of what may wait: about a quarter of a million messages, three full blocks of the usual size. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** Accounts that steering has changed, by the sender that CheckTx names. */
export type ChangedAccounts = ReadonlyMap<string, Account>;

export type DevTxOutcome =
  | { readonly type: 'taken'; readonly changed: ChangedAccounts }
  | ({ readonly type: 'refused' } & Refusal);

/** The state at the head after what waits. */
interface Head {
  readonly height: bigint;
  readonly view: Fork;
  /** Somebody may read it later: it is copied before it changes. */
  shared: boolean;
}

/** What waited, to go back to. */
export interface DevTxPoolSnapshot {
  readonly txs: readonly DevTx[];
  readonly bytes: number;
  readonly head: Head | undefined;
}

export class DevTxPool {
  readonly reader = new DevTxDecoder();
  readonly #views = new LruCache<bigint, StateReader>(MAX_KEPT_VIEWS);
  #waiting: DevTx[] = [];
  #bytes = 0;
  #version = 0;
  #head: Head | undefined;

  /** `txsAt` gives the transactions of a committed block. */
  constructor(
    private readonly state: AppState,
    private readonly txsAt: (height: bigint) => readonly Bytes[],
  ) {}

  /** The ed25519 key that signs; undefined for a chain that cannot be steered. */
  get authority(): Bytes | undefined {
    return readAuthority(this.state.latest);
  }

  /** Of what the authority signs next. */
  get sequence(): bigint {
    return readSequence(this.latest);
  }

  /** In the order in which it came. */
  get waiting(): readonly DevTx[] {
    return this.#waiting;
  }

  /** Another number whenever something else may wait than before. */
  get version(): number {
    return this.#version;
  }

  /** The state at the head; good until something happens. */
  get latest(): StateReader {
    return this.#waiting.length === 0 ? this.state.latest : this.#headView().view;
  }

  /** The state at a height; at the head, good until something happens. Throws HalleyError as `AppState.at`. */
  at(height: bigint): StateReader {
    const committed = this.state.at(height);
    if (height === this.state.height) return this.#waiting.length === 0 ? committed : this.#headView().view;
    return this.#views.get(height) ?? this.#viewBelow(height, committed);
  }

  /** The state at a height, by default the head, for who goes on reading while other things happen. */
  keep(height?: bigint): StateReader {
    const kept = height === undefined ? this.latest : this.at(height);
    if (this.#head?.view === kept) this.#head.shared = true;
    return kept;
  }

  /** Takes a transaction that its authority has signed on top of what waits, and that would do what it says. */
  add(bytes: Bytes): DevTxOutcome {
    if (this.#bytes + bytes.length > MAX_WAITING_BYTES)
      return {
        type: 'refused',
        ...refuse(
          'txTooLarge',
          `${this.#waiting.length} changes wait for a block, of ${this.#bytes} bytes: no more than ${MAX_WAITING_BYTES} may; make a block first`,
        ),
      };
    const tx = this.reader.readNext(bytes, this.latest);
    if ('log' in tx) return { type: 'refused', ...tx };
    const view = this.#writableView();
    const checkpoint = view.checkpoint();
    const { code, codespace, log } = executeDevTx(tx, view);
    if (code !== 0) {
      view.revertTo(checkpoint);
      return { type: 'refused', code, codespace, log };
    }
    this.#push(tx);
    return { type: 'taken', changed: accountsSince(view, checkpoint) };
  }

  /** As many of what waits, from the first on, as have room. `sizeOf` is what a transaction takes of it. */
  front(room: bigint, sizeOf: (tx: Bytes) => bigint): { readonly txs: readonly Bytes[]; readonly room: bigint } {
    const txs: Bytes[] = [];
    let left = room;
    for (const { bytes } of this.#waiting) {
      const size = sizeOf(bytes);
      if (size > left) break;
      left -= size;
      txs.push(bytes);
    }
    return { txs, room: left };
  }

  /** After Commit of a block that began with this run. What it used up waits no more. */
  committed(run: readonly DevTx[]): void {
    const { height } = this.state;
    const head = this.#head;
    this.#head = undefined;
    if (run.length === 0 || height === undefined) return;
    const below = height - 1n;
    const isAll = run.length === this.#waiting.length && run.every((tx, i) => tx === this.#waiting[i]);
    this.#views.set(below, isAll && head?.height === below ? head.view : this.#viewAfter(run, this.state.at(below)));
    this.#drop(readSequence(this.state.latest));
  }

  /** After a restart: what waited, in any order. What a block has used up, and what follows a gap, is dropped. */
  recover(txs: readonly Bytes[]): void {
    const read = txs.flatMap((bytes) => {
      const tx = this.reader.read(bytes);
      return 'log' in tx ? [] : [tx];
    });
    read.sort((a, b) => (a.sequence < b.sequence ? -1 : 1));
    let next = readSequence(this.state.latest);
    for (const tx of read) {
      if (tx.sequence !== next) continue;
      this.#push(tx);
      next++;
    }
    this.#head = undefined;
  }

  snapshot(): DevTxPoolSnapshot {
    if (this.#head !== undefined) this.#head.shared = true;
    return { txs: [...this.#waiting], bytes: this.#bytes, head: this.#head };
  }

  /** Goes back, when the state has gone back to the height of the snapshot. */
  restore({ txs, bytes, head }: DevTxPoolSnapshot): void {
    this.forget();
    this.#waiting = [...txs];
    this.#bytes = bytes;
    this.#head = head;
  }

  /** After the state has gone back: nothing waits, and heights may mean other blocks. */
  forget(): void {
    this.#version++;
    this.#views.clear();
    this.#waiting = [];
    this.#bytes = 0;
    this.#head = undefined;
  }

  #push(tx: DevTx): void {
    this.#version++;
    this.#waiting.push(tx);
    this.#bytes += tx.bytes.length;
  }

  #drop(before: bigint): void {
    this.#version++;
    this.#waiting = this.#waiting.filter(({ sequence }) => sequence >= before);
    this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  #headView(): Head {
    const height = this.state.height ?? 0n;
    if (this.#head?.height === height) return this.#head;
    this.#head = { height, view: this.#viewAfter(this.#waiting, this.state.latest), shared: false };
    return this.#head;
  }

  #writableView(): Fork {
    const { height, view, shared } = this.#headView();
    if (!shared) return view;
    this.#head = { height, view: view.copy(), shared: false };
    return this.#head.view;
  }

  #viewBelow(height: bigint, committed: StateReader): StateReader {
    if (readSequence(committed) === readSequence(this.state.at(height + 1n))) return committed;
    const view = this.#viewAfter(leadingDevTxs(this.txsAt(height + 1n), committed, this.reader).txs, committed);
    this.#views.set(height, view);
    return view;
  }

  #viewAfter(txs: readonly DevTx[], base: StateReader): Fork {
    const view = this.state.fork(base);
    for (const tx of txs) executeDevTx(tx, view);
    return view;
  }
}

function accountsSince(view: Fork, checkpoint: number): ChangedAccounts {
  const changed = new Map<string, Account>();
  for (const address of view.addressesSince(checkpoint))
    changed.set(toHex(address), view.account(address) ?? EMPTY_ACCOUNT);
  return changed;
}
