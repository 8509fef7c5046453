/** Writes the state file of a devnet: at an interval while the state changes, and when the devnet closes. */
import type { HalleyError } from '../../kernel/errors.js';
import type { DumpStateOption } from '../options/state_options.js';
import { hostSchedule } from '../platform.js';
import type { StateDumps } from './dump_state.js';
import { writeStateFile } from './write_state_file.js';

export class StateFileWriter {
  #written: { readonly dumps: StateDumps; readonly version: string } | undefined;
  #writing: Promise<void> = Promise.resolve();
  #cancel: () => void = () => undefined;
  #closed = false;

  /**
   * `dumps` returns those of the current chain. `onFailure` is called when a write at the interval failed; the next one
   * may succeed.
   */
  constructor(
    private readonly dumps: () => StateDumps,
    private readonly option: DumpStateOption,
    private readonly onFailure: (error: HalleyError) => void,
  ) {
    this.#waitForNext();
  }

  /** Ends the interval, and writes the state. Rejects with HalleyError `store-failed`. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancel();
    await this.#writing;
    await this.#write();
  }

  /** Ends the interval. `close` then writes nothing, because the state may not be one that the chain had. */
  abandon(): void {
    this.#closed = true;
    this.#cancel();
  }

  #waitForNext(): void {
    const { intervalMs } = this.option;
    if (intervalMs === undefined || this.#closed) return;
    this.#cancel = hostSchedule(intervalMs, () => {
      this.#writing = this.#write()
        .catch((error: unknown) => this.onFailure(error as HalleyError))
        .then(() => this.#waitForNext());
    });
  }

  /** Writes the state unless it is the one that was written last. */
  async #write(): Promise<void> {
    const dumps = this.dumps();
    const { version } = dumps;
    if (this.#written?.dumps === dumps && this.#written.version === version) return;
    const { file, historicalStates = false } = this.option;
    await writeStateFile(dumps, file, { historicalStates });
    this.#written = { dumps, version };
  }
}
