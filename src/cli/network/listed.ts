/** Reads whole numbers of the command line, and acts on each of a list after the whole list has been checked. */
import { HalleyError } from '../../kernel/errors.js';

/** Says what the numbers of a list are, how one is checked, and what happens to it. */
export interface ListedAction {
  /** Names what a number is in errors, such as `the index of a validator`. */
  readonly what: string;
  /** Returns why a number cannot be acted on; undefined when it can. */
  problem(number: number): string | undefined;
  /** Acts on a number. Resolves to the line to print. */
  act(number: number): Promise<string>;
}

/**
 * Acts on each number of a list, in order. Throws HalleyError `invalid-argument` before the first action when a number
 * is listed twice or cannot be acted on.
 */
export async function actOnEach(
  numbers: readonly number[],
  { what, problem, act }: ListedAction,
): Promise<readonly string[]> {
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (twice !== undefined)
    throw new HalleyError('invalid-argument', `${twice} is listed twice: expected ${what} once`, { number: twice });
  for (const number of numbers) {
    const why = problem(number);
    if (why !== undefined) throw new HalleyError('invalid-argument', why, { number });
  }
  const lines: string[] = [];
  for (const number of numbers) lines.push(await act(number));
  return lines;
}

/** Reads the index of a validator. Throws HalleyError `invalid-config`. */
export const indexOf = (word: string): number => wholeOf(word, 'the index of a validator');

/** Reads a whole number, which `what` names in the error. Throws HalleyError `invalid-config`. */
export function wholeOf(word: string, what: string): number {
  if (/^\d{1,15}$/.test(word)) return Number(word);
  throw new HalleyError('invalid-config', `"${word}" is not ${what}, expected a whole number such as 2`, { word });
}
