/** The node's log: entries for one listener. Nothing is made while nobody listens, or while logging is off. */
import { asRpcError, handlerCrashed } from '../../rpc/jsonrpc/errors.js';
import type { CallWatch } from '../../rpc/jsonrpc/watched.js';
import type { LogEntry } from './entry.js';

export type LogListener = (entry: LogEntry) => void;

/** Says where the entries of a log come from. */
export interface LogPlace {
  /** False while the channels of a network are opened, whose hundreds of transactions nobody asked for. */
  readonly isOpen: () => boolean;
  /** The chain's id where the devnet holds several; otherwise undefined. */
  readonly chain: () => string | undefined;
}

export class NodeLog implements CallWatch {
  /** `hardhat_setLoggingEnabled` turns it off and on. */
  enabled = true;

  /** Reports to `onBug` when the listener throws. `place` says which chain this is, and whether the devnet is open. */
  constructor(
    private readonly listener: LogListener | undefined,
    private readonly onBug: ((where: string, error: unknown) => void) | undefined,
    private readonly place: LogPlace = { isOpen: () => true, chain: () => undefined },
  ) {}

  get quiet(): boolean {
    return this.listener === undefined || !this.enabled || !this.place.isOpen();
  }

  tell(entry: LogEntry): void {
    if (this.quiet) return;
    try {
      const chain = this.place.chain();
      this.listener?.(chain === undefined || entry.type === 'relay' ? entry : { ...entry, chain });
    } catch (error) {
      this.onBug?.('log', error);
    }
  }

  called(method: string): void {
    this.tell({ type: 'call', method });
  }

  failed(method: string, thrown: unknown): void {
    const { code, message, data } = asRpcError(thrown) ?? handlerCrashed();
    this.tell({ type: 'failure', method, code, message, ...(typeof data === 'string' && { data }) });
  }
}
