/**
 * Reads something again whenever it may have changed: at most once in a while, and never while a read is on its way. A
 * request during a read leads to one more read.
 */

export type Outcome<T> = { readonly value: T } | { readonly error: string };

/** Shortest time between the end of a read and the next one. */
export const WAIT_MS = 250;

export class LiveReader<T> {
  #busy = false;
  #again = false;
  #closed = false;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly show: (outcome: Outcome<T>) => void,
    private readonly wait: (action: () => void) => void = (action) => void setTimeout(action, WAIT_MS),
  ) {}

  request(): void {
    if (this.#closed) return;
    this.#again = this.#busy;
    if (this.#busy) return;
    this.#busy = true;
    void this.#run();
  }

  /** Ends: what a read on its way results in is not shown. */
  close(): void {
    this.#closed = true;
  }

  async #run(): Promise<void> {
    const outcome = await this.read().then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.message }),
    );
    if (this.#closed) return;
    this.show(outcome);
    this.wait(() => {
      this.#busy = false;
      if (this.#again) this.request();
    });
  }
}
