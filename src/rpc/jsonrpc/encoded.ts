/** A result that is spelled once, however often it is sent; a caller in this process gets a fresh value each time. */

export class Encoded<T = unknown> {
  #text: string | undefined;

  constructor(private readonly make: () => T) {}

  value(): T {
    return this.make();
  }

  /** Of a text that is JSON. */
  static of(text: string): Encoded {
    const encoded = new Encoded(() => JSON.parse(text) as unknown);
    encoded.#text = text;
    return encoded;
  }

  /** The value's JSON, made when someone first needs it. */
  get text(): string {
    this.#text ??= JSON.stringify(this.make());
    return this.#text;
  }
}

/** What a caller in this process sees of a handler's answer. */
export const plainResult = (result: unknown): unknown => (result instanceof Encoded ? result.value() : result);
