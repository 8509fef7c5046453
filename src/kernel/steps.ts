/**
 * Long work as a generator that yields between two short steps, so that its caller decides when the next one runs. What
 * such work returns does not depend on how long it waited between its steps.
 */

export type Steps<T> = Generator<void, T>;

/** Runs all steps at once, and returns the work's result. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Work that is done already. */
export function* noSteps<T>(result: T): Steps<T> {
  yield* [];
  return result;
}
