/**
 * The loop's inbox: runs asynchronous commands one after another, in the order in which they were given. A refusal is
 * its caller's; after any other failure (`fatal.ts`) nothing runs any more, and every caller gets that failure. A command
 * that was told to stop ends everything too, but is no failure: callers hear that the devnet is closed.
 */
import type { HalleyError } from '../../kernel/errors.js';
import { AbortedError } from '../../kernel/fair_scheduler.js';
import { closed, fatal, isRefusal } from './fatal.js';

export class CommandQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #ended: HalleyError | undefined;
  #onFailure: (failure: HalleyError) => void = () => undefined;

  /** The command's own result. */
  run<T>(command: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(() => this.#attempt(command));
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Runs what nobody waits for: nobody would hear a refusal, so it counts as a failure. Resolves when it is over. */
  post(command: () => Promise<unknown>): Promise<void> {
    return this.run(command).then(
      () => undefined,
      (error: unknown) => void this.#fail(error),
    );
  }

  /** Resolves when everything given so far has ended. */
  async idle(): Promise<void> {
    await this.#tail;
  }

  /** Hears of the failure, once. Throws it when it has happened already. */
  listen(onFailure: (failure: HalleyError) => void): void {
    if (this.#ended !== undefined) throw this.#ended;
    this.#onFailure = onFailure;
  }

  /** From now on every caller gets `reason`, unless there is a failure. */
  end(reason: HalleyError): void {
    this.#ended ??= reason;
  }

  async #attempt<T>(command: () => Promise<T>): Promise<T> {
    if (this.#ended !== undefined) throw this.#ended;
    try {
      return await command();
    } catch (error) {
      throw isRefusal(error) ? error : this.#fail(error);
    }
  }

  #fail(error: unknown): HalleyError {
    if (this.#ended !== undefined) return this.#ended;
    const stopped = error instanceof AbortedError;
    this.#ended = stopped ? closed() : fatal(error);
    if (!stopped) this.#onFailure(this.#ended);
    return this.#ended;
  }
}
