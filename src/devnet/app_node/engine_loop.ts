/**
 * Runs the commands of this node's clients between the calls of the engine, one at a time, and sends their transactions.
 */
import { txHash } from '../../codec/tx_hash.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';
import type { CommandQueue } from '../runtime/command_queue.js';
import type { ClientLoop } from '../runtime/loop.js';
import { type AdmitResult, isAdmitted, type TxAdmission } from '../runtime/tx_admission.js';
import { Submissions } from './submissions.js';
import type { TxForwarder } from './tx_forwarder.js';

export class EngineLoop implements ClientLoop {
  readonly #submissions: Submissions;
  /** Hashes in hex of transactions whose clients have no response yet. */
  readonly #submitting = new Set<string>();

  /** `problem` returns why nothing can be sent; undefined while an engine is connected. */
  constructor(
    admission: TxAdmission,
    private readonly queue: CommandQueue,
    private readonly forwarder: TxForwarder,
    private readonly problem: () => string | undefined,
  ) {
    this.#submissions = new Submissions(admission, queue);
  }

  /** Queues a command, and resolves or rejects as it does. */
  run<T>(command: () => Promise<T>): Promise<T> {
    return this.queue.run(command);
  }

  /**
   * Submits a transaction. When it resolves, an accepted one is on this node's disk and on its way to the engine. Throws
   * HalleyError `unavailable` while no engine is connected; then nothing has changed.
   */
  async submit(tx: Bytes): Promise<AdmitResult> {
    const away = this.problem();
    if (away !== undefined) throw new HalleyError('unavailable', `${away}: nothing was sent; try again when it runs`);
    const key = toHex(txHash(tx));
    this.#submitting.add(key);
    try {
      const admission = await this.#submissions.submit(tx);
      if (isAdmitted(admission)) this.forwarder.add(admission.hash);
      return admission;
    } finally {
      this.#submitting.delete(key);
    }
  }

  /** Returns whether a client of this node sent the transaction, which may have left the mempool since. */
  isOfClient(key: string): boolean {
    return this.#submitting.has(key) || this.forwarder.has(key);
  }
}
