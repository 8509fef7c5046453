/** Bytes or text from outside that are not what they should be; the message says where and why. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
}
