/** Returns the message of the error that `decode` throws. */
export function complaint(decode: () => unknown): string {
  try {
    decode();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was wrong');
}
