/** The node's log: entries for one listener. Nothing is made while nobody listens, or while logging is off. */
import { asRpcError, handlerCrashed } from '../../rpc/jsonrpc/errors.js';
import type { CallWatch } from '../../rpc/jsonrpc/watched.js';
import type { LogEntry } from './entry.js';

export type LogListener = (entry: LogEntry) => void;

export class NodeLog implements CallWatch {
  /** `hardhat_setLoggingEnabled` turns it off and on. */
  enabled = true;

  /** `onBug` hears of a listener that throws. */
  constructor(
    private readonly listener: LogListener | undefined,
    private readonly onBug: ((where: string, error: unknown) => void) | undefined,
  ) {}

  get quiet(): boolean {
    return this.listener === undefined || !this.enabled;
  }

  tell(entry: LogEntry): void {
    if (this.quiet) return;
    try {
      this.listener?.(entry);
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
