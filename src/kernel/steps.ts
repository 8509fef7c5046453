/**
 * Long work is a generator that yields between short steps, so that its caller decides when the next step runs. The result
 * does not depend on the time between the steps.
 */

export type Steps<T> = Generator<void, T>;

/** Runs all steps without a pause, and returns the result. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Returns work that has no steps and this result. */
export function* noSteps<T>(result: T): Steps<T> {
  yield* [];
  return result;
}
