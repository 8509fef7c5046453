/** Reports invalid bytes or text from outside. The message describes where and why. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
}
