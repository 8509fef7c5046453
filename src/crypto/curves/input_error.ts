/** Reports invalid input of a precompile, with the error texts of go-ethereum and its libraries. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
