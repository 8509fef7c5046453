/** Parses long JSON of a server in slices of time, so that a long answer does not hold the process. */
import { parsingJson } from '../kernel/sliced_json.js';

/** Counts the steps after which other work has its turn. */
const STEPS_AT_ONCE = 4;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Resolves to the value. Rejects with SyntaxError as `parsingJson` throws. */
export async function parseInSlices(text: string): Promise<unknown> {
  const steps = parsingJson(text);
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (count % STEPS_AT_ONCE === 0) await turn();
  }
}
