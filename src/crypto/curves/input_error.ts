/** What the input of a precompile is refused with, in the words of go-ethereum and its libraries. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
