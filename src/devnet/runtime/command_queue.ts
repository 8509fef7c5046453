/**
 * Runs the loop's asynchronous commands one after another, in the order in which they were queued. A refusal reaches
 * its caller alone. After any other failure (`fatal.ts`) no command runs any more, and every caller gets that failure.
 * An aborted command ends the queue too, but is no failure: callers get the error that the devnet is closed.
 */
import { AbsentRemote } from '../../evm/absent_remote.js';
import { HalleyError } from '../../kernel/errors.js';
import { AbortedError } from '../../kernel/fair_scheduler.js';
import { closed, fatal, isRefusal } from './fatal.js';

const isAbsence = (error: unknown): boolean => error instanceof HalleyError && error.cause instanceof AbsentRemote;

export class CommandQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #queued = 0;
  #ended: HalleyError | undefined;
  #onFailure: (failure: HalleyError) => void = () => undefined;

  /** `record` writes what a command has done before its caller gets the result. */
  constructor(private readonly record?: { flush(): Promise<void> | undefined }) {}

  /** Queues a command, and resolves or rejects as it does. */
  run<T>(command: () => Promise<T>): Promise<T> {
    this.#queued += 1;
    const result = this.#tail.then(() => this.#attempt(command));
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /**
   * Runs a command that has no caller. Nobody would receive its refusal, so a refusal counts as a failure. Resolves
   * when the command has ended.
   */
  post(command: () => Promise<unknown>): Promise<void> {
    return this.run(command).then(
      () => undefined,
      (error: unknown) => {
        // A command that lacks state of the forked chain was refused and changed nothing, so the devnet goes on.
        if (!isAbsence(error)) this.#fail(error);
      },
    );
  }

  /** Number of commands that were queued so far. */
  get queued(): number {
    return this.#queued;
  }

  /** Resolves when all commands that were queued so far have ended. */
  async idle(): Promise<void> {
    await this.#tail;
  }

  /** Error that every caller gets from now on; `undefined` while commands run. */
  get failure(): HalleyError | undefined {
    return this.#ended;
  }

  /** Sets the function that is called once with the failure. Throws the failure when it has happened already. */
  listen(onFailure: (failure: HalleyError) => void): void {
    if (this.#ended !== undefined) throw this.#ended;
    this.#onFailure = onFailure;
  }

  /** Ends the queue: from now on every caller gets `reason`, unless there was a failure. */
  end(reason: HalleyError): void {
    this.#ended ??= reason;
  }

  async #attempt<T>(command: () => Promise<T>): Promise<T> {
    if (this.#ended !== undefined) throw this.#ended;
    try {
      const result = await command();
      const recorded = this.record?.flush();
      if (recorded !== undefined) await recorded;
      return result;
    } catch (error) {
      if (error instanceof AbsentRemote) throw error.refusal();
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
