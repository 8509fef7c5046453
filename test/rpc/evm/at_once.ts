/** Reads of a chain that is no fork: their results are no promises. */
import { type Awaitable, isPromise } from '../../../src/kernel/awaitable.js';

export function atOnce<T>(value: Awaitable<T>): T {
  if (isPromise(value)) throw new Error('a chain that is no fork reads its state at once');
  return value;
}
