/**
 * Admits the transactions of clients. Those that arrive while another command runs share one command and one write to
 * the disk, because a write takes longer than a CheckTx.
 */
import type { Bytes } from '../../kernel/bytes.js';
import type { CommandQueue } from '../runtime/command_queue.js';
import type { AdmitResult, TakenTx, TxAdmission } from '../runtime/tx_admission.js';

/** Most transactions of a command, because the engine's calls wait for it. */
const TXS_OF_COMMAND = 32;

/** Transactions of a command that has not begun. */
interface Group {
  readonly txs: Bytes[];
  /** Number of the command. */
  readonly command: number;
  readonly admissions: Promise<readonly AdmitResult[]>;
}

export class Submissions {
  #open: Group | undefined;

  constructor(
    private readonly admission: TxAdmission,
    private readonly queue: CommandQueue,
  ) {}

  /**
   * Admits a transaction, after all commands that were queued before. When it resolves, an admitted one is on the disk.
   * Rejects as the queue does.
   */
  async submit(tx: Bytes): Promise<AdmitResult> {
    const group = this.#joined() ?? this.#begin();
    const index = group.txs.push(tx) - 1;
    return (await group.admissions)[index] as AdmitResult;
  }

  /** Returns the last group, if it is not full, has not begun, and no other command was queued after it. */
  #joined(): Group | undefined {
    const group = this.#open;
    return group?.command === this.queue.queued && group.txs.length < TXS_OF_COMMAND ? group : undefined;
  }

  #begin(): Group {
    const txs: Bytes[] = [];
    const admissions = this.queue.run(() => {
      if (this.#open === group) this.#open = undefined;
      return this.#admit(txs);
    });
    const group: Group = { txs, command: this.queue.queued, admissions };
    this.#open = group;
    return group;
  }

  async #admit(txs: readonly Bytes[]): Promise<readonly AdmitResult[]> {
    const taken: TakenTx[] = [];
    for (const tx of txs) taken.push({ tx, admission: await this.admission.take(tx) });
    await this.admission.secureAll(taken);
    return taken.map(({ admission }) => admission);
  }
}
