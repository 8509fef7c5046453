/** Result that is encoded once, however often it is sent. A caller in this process gets a fresh value each time. */

export class Encoded<T = unknown> {
  #text: string | undefined;

  constructor(private readonly make: () => T) {}

  value(): T {
    return this.make();
  }

  /** Wraps text that is already JSON. */
  static of(text: string): Encoded {
    const encoded = new Encoded(() => JSON.parse(text) as unknown);
    encoded.#text = text;
    return encoded;
  }

  /** Returns the value's JSON, encoded on the first use. */
  get text(): string {
    this.#text ??= JSON.stringify(this.make());
    return this.#text;
  }
}

/** Returns a handler's result as a caller in this process sees it. */
export const plainResult = (result: unknown): unknown => (result instanceof Encoded ? result.value() : result);
