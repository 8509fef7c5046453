/** Parses long JSON from a server in time slices, so that a long response does not block the process. */
import { parsingJson } from '../kernel/sliced_json.js';

/** Is the number of steps after which other work may run. */
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
