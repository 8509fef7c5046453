/** Makes the node's log: entries for one listener. It makes no entries without a listener, or while logging is off. */
import { asRpcError, handlerCrashed } from '../../rpc/jsonrpc/errors.js';
import type { CallWatch } from '../../rpc/jsonrpc/watched.js';
import type { LogEntry } from './entry.js';

export type LogListener = (entry: LogEntry) => void;

/** Names the chain of a log's entries. */
export interface LogPlace {
  /** Is false while the channels of a network are opened, which takes hundreds of transactions that no user sent. */
  readonly isOpen: () => boolean;
  /** Returns the chain's id when the devnet has several chains; otherwise undefined. */
  readonly chain: () => string | undefined;
}

export class NodeLog implements CallWatch {
  /** Is set by `hardhat_setLoggingEnabled`. */
  enabled = true;

  /** Reports to `onBug` when the listener throws. `place` names the chain, and returns whether the devnet is open. */
  constructor(
    private readonly listener: LogListener | undefined,
    private readonly onBug: ((where: string, error: unknown) => void) | undefined,
    private readonly place: LogPlace = { isOpen: () => true, chain: () => undefined },
  ) {}

  get quiet(): boolean {
    return this.listener === undefined || !this.enabled || !this.place.isOpen();
  }

  write(entry: LogEntry): void {
    if (this.quiet) return;
    try {
      const chain = this.place.chain();
      this.listener?.(chain === undefined || entry.type === 'relay' ? entry : { ...entry, chain });
    } catch (error) {
      this.onBug?.('log', error);
    }
  }

  called(method: string): void {
    this.write({ type: 'call', method });
  }

  failed(method: string, thrown: unknown): void {
    const { code, message, data } = asRpcError(thrown) ?? handlerCrashed();
    this.write({ type: 'failure', method, code, message, ...(typeof data === 'string' && { data }) });
  }
}
