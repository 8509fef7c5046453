/**
 * Makes the node's log: entries for the devnet's listener, and for further ones that come and go. It makes no entries
 * without a listener, or while logging is off.
 */

import type { CallWatch } from '../../rpc/jsonrpc/dispatcher.js';
import { asRpcError, handlerCrashed } from '../../rpc/jsonrpc/errors.js';
import type { LogEntry } from './entry.js';

/** Methods that clients call to learn whether they exist, as viem's wallets do before they send. */
const PROBES: ReadonlySet<string> = new Set(['eth_fillTransaction']);

export type LogListener = (entry: LogEntry) => void;

/** Chain of a log's entries. */
export interface LogPlace {
  /**
   * Returns false while the channels of a network are opened, which takes hundreds of transactions that no user sent.
   */
  readonly isOpen: () => boolean;
  /** Returns the chain's id when the devnet has several chains; otherwise undefined. */
  readonly chain: () => string | undefined;
}

export class NodeLog implements CallWatch {
  /** Set by `hardhat_setLoggingEnabled`. */
  enabled = true;
  #further: readonly LogListener[] = [];
  #begin: () => () => void = () => () => undefined;
  #end: (() => void) | undefined;

  /** Reports to `onBug` when the listener throws. `place` names the chain, and returns whether the devnet is open. */
  constructor(
    private readonly listener: LogListener | undefined,
    private readonly onBug: ((where: string, error: unknown) => void) | undefined,
    private readonly place: LogPlace = { isOpen: () => true, chain: () => undefined },
  ) {}

  get quiet(): boolean {
    return !this.#isHeard || !this.enabled || !this.place.isOpen();
  }

  get #isHeard(): boolean {
    return this.listener !== undefined || this.#further.length > 0;
  }

  /** Calls the listener for each entry from now on, until the returned function is called. */
  listen(listener: LogListener): () => void {
    // Wrapping makes each listener unique, so that one function can listen twice.
    const own: LogListener = (entry) => listener(entry);
    this.#further = [...this.#further, own];
    this.#follow();
    return () => {
      this.#further = this.#further.filter((other) => other !== own);
      this.#follow();
    };
  }

  /**
   * Calls `begin` whenever someone begins to listen, and what it returns when nobody listens any more. It takes the place
   * of the function that was given before.
   */
  whileHeard(begin: () => () => void): void {
    this.#end?.();
    this.#end = undefined;
    this.#begin = begin;
    this.#follow();
  }

  #follow(): void {
    if (this.#isHeard) this.#end ??= this.#begin();
    else {
      this.#end?.();
      this.#end = undefined;
    }
  }

  write(entry: LogEntry): void {
    if (this.quiet) return;
    const chain = this.place.chain();
    const placed = chain === undefined || entry.type === 'relay' ? entry : { ...entry, chain };
    for (const listener of this.listener === undefined ? this.#further : [this.listener, ...this.#further])
      try {
        listener(placed);
      } catch (error) {
        this.onBug?.('log', error);
      }
  }

  /** Reports a bug that prevented an entry. */
  bug(error: unknown): void {
    this.onBug?.('log', error);
  }

  called(method: string): void {
    if (!PROBES.has(method)) this.write({ type: 'call', method });
  }

  failed(method: string, thrown: unknown): void {
    if (PROBES.has(method)) return;
    const { code, message, data, trace } = asRpcError(thrown) ?? handlerCrashed();
    const text = trace === undefined ? { message } : { message: trace.message, stack: trace.lines };
    this.write({ type: 'failure', method, code, ...text, data: typeof data === 'string' ? data : undefined });
  }
}
