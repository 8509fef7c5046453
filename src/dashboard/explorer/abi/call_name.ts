/** Names what a transaction or a call does, in a word for tables and titles. */
import { decodeCall, SELECTOR_CHARS } from './decode.js';
import { anyAbi } from './registry.js';

/** Returns the name of the called function, `transfer` without one, or the selector of an unknown one. */
export const functionName = (input: string, known?: string): string =>
  known ?? (input.length < SELECTOR_CHARS ? 'transfer' : input.slice(0, SELECTOR_CHARS));

/** Returns what a transaction does, by the known ABIs. */
export const callName = ({ to, input }: { readonly to: string | null; readonly input: string }): string =>
  to === null ? 'creates a contract' : functionName(input, decodeCall(input, anyAbi.value)?.name);
