/**
 * Error for a case in which the engine panics. The client gets the response to a panic, with this text; it is not a bug
 * of Halley.
 */
export class EnginePanic extends Error {
  override readonly name = 'EnginePanic';
}
