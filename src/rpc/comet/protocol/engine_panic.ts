/** Where the engine panics: the client gets the answer to a panic, with this text, and nothing is wrong with us. */
export class EnginePanic extends Error {
  override readonly name = 'EnginePanic';
}
