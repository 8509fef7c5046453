/** Runs asynchronous commands one after another, in the order in which they were given. */
export class Serial {
  #tail: Promise<unknown> = Promise.resolve();

  /** The command's own result; a command that fails does not hold up the next. */
  run<T>(command: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(command, command);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything given so far has ended. */
  idle(): Promise<void> {
    return this.run(async () => undefined);
  }
}
