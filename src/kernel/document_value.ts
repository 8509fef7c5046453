/**
 * Value inside a JSON document, with its path. Each kind of document has a class of its own, which reads further kinds
 * of values and makes errors in the document's words.
 */
export abstract class DocumentValue {
  /** `key` names the value inside of `above`; of the outermost value it is the whole path, which may be empty. */
  constructor(
    readonly value: unknown,
    private readonly key: string | number,
    private readonly above?: DocumentValue,
  ) {}

  /** Makes the error of a value that is not what was `expected`. */
  abstract bad(expected: string): Error;

  /** Returns a value inside of this one. */
  protected abstract inner(value: unknown, key: string | number): this;

  /** Whether the value is neither missing nor null. */
  get present(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Path for errors, such as `app_state.bank.balances[0]`. */
  get path(): string {
    if (this.above === undefined) return `${this.key}`;
    const { path } = this.above;
    if (typeof this.key === 'number') return `${path}[${this.key}]`;
    return path === '' ? this.key : `${path}.${this.key}`;
  }

  /** Path from the outermost value to this one, as names and indexes. */
  get keys(): readonly (string | number)[] {
    return this.above === undefined ? [] : [...this.above.keys, this.key];
  }

  /** Returns the member `key`. It is absent when this value is. Throws for a value that is not an object. */
  field(key: string): this {
    const { value } = this;
    if (value === undefined || value === null) return this.inner(undefined, key);
    const object = this.object();
    return this.inner(Object.hasOwn(object, key) ? object[key] : undefined, key);
  }

  /** Returns the members of an object whose keys are data. The list is empty when the value is absent. */
  members(): readonly (readonly [key: string, value: this])[] {
    if (!this.present) return [];
    return Object.entries(this.object()).map(([key, value]) => [key, this.inner(value, key)]);
  }

  /** Returns the elements of an array. The list is empty when the value is absent. */
  elements(expected = 'an array'): readonly this[] {
    if (!this.present) return [];
    if (!Array.isArray(this.value)) throw this.bad(expected);
    return this.value.map((element, index) => this.inner(element, index));
  }

  /** Returns an object with its members as they are. Throws for an absent value. */
  object(): Readonly<Record<string, unknown>> {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.bad('an object');
    return value as Readonly<Record<string, unknown>>;
  }

  /** Throws for an absent value without a fallback. */
  text(fallback?: string, expected = 'text'): string {
    if (!this.present && fallback !== undefined) return fallback;
    if (typeof this.value !== 'string') throw this.bad(expected);
    return this.value;
  }
}
