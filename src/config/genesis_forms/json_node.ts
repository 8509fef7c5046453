/**
 * Reads a value of another tool's JSON document and knows its path, so that each error names the member, its value and
 * what was expected.
 */
import type { HalleyError } from '../../kernel/errors.js';
import { shownJson } from '../../kernel/printable.js';

/** Makes the error of a document. `problem` is a sentence that begins with the path of the member. */
export type Refuse = (problem: string, facts: Readonly<Record<string, unknown>>) => HalleyError;

/** Most characters of a bad value that an error repeats. */
const MAX_SHOWN = 80;
const ADDRESS_DIGITS = 40;
const WORD_DIGITS = 64;
const HEX_QUANTITY = /^0x[\da-f]{1,64}$/i;
const DECIMAL_QUANTITY = /^\d{1,78}$/;
const HEX_DATA = /^0x(?:[\da-f]{2})*$/i;

export class JsonNode {
  constructor(
    readonly value: unknown,
    readonly path: string,
    private readonly refuse: Refuse,
  ) {}

  /** Whether the member is there and not null. */
  get present(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Returns the member `key`. It is absent when this node is. Throws when this node is not an object. */
  field(key: string): JsonNode {
    return new JsonNode(this.#object()?.[key], this.#below(key), this.refuse);
  }

  /** Returns the members of an object whose keys are data. The list is empty when the node is absent. */
  members(): readonly (readonly [key: string, value: JsonNode])[] {
    const object = this.#object();
    if (object === undefined) return [];
    return Object.keys(object).map((key) => [key, new JsonNode(object[key], this.#below(key), this.refuse)]);
  }

  /** Returns the elements of an array. The list is empty when the node is absent. */
  elements(): readonly JsonNode[] {
    if (!this.present) return [];
    if (!Array.isArray(this.value)) throw this.bad('an array');
    return this.value.map((element, i) => new JsonNode(element, `${this.path}[${i}]`, this.refuse));
  }

  /** Returns an object with its members as they are. */
  object(): Readonly<Record<string, unknown>> {
    return this.#object() ?? this.#missing();
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.bad('text');
    return this.value;
  }

  /** Reads a whole number below `limit`: a JSON number below 2^53, decimal text, or 0x hex. */
  quantity(limit: bigint, fallback?: bigint): bigint {
    if (!this.present && fallback !== undefined) return fallback;
    const number = quantityOf(this.value);
    if (number === undefined) throw this.bad('a whole number, as 0x hex or in decimal text');
    if (number >= limit) throw this.bad(`a number below ${limit}`);
    return number;
  }

  /** Reads bytes in 0x hex, and returns them in lower case. */
  data(): string {
    if (typeof this.value !== 'string' || !HEX_DATA.test(this.value))
      throw this.bad('0x and an even number of hex digits');
    return this.value.toLowerCase();
  }

  bad(expected: string): HalleyError {
    const shown = this.present ? shownJson(this.value).slice(0, MAX_SHOWN) : 'missing';
    return this.#problem(`is ${shown}, expected ${expected}`, { expected });
  }

  /** Makes an error that does not repeat the value, because it may be secret. */
  badSecret(expected: string): HalleyError {
    return this.#problem(`is invalid, expected ${expected}`, { expected });
  }

  /** Makes an error about this member's name. */
  badName(problem: string): HalleyError {
    return this.#problem(problem, {});
  }

  #problem(problem: string, facts: Readonly<Record<string, unknown>>): HalleyError {
    const path = this.path === '' ? 'the document' : this.path;
    return this.refuse(`${path} ${problem}`, { path, ...facts });
  }

  #below(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  #missing(): never {
    throw this.bad('an object');
  }

  #object(): Readonly<Record<string, unknown>> | undefined {
    if (!this.present) return undefined;
    if (typeof this.value !== 'object' || Array.isArray(this.value)) throw this.bad('an object');
    return this.value as Readonly<Record<string, unknown>>;
  }
}

function quantityOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  if (typeof value !== 'string') return undefined;
  return HEX_QUANTITY.test(value) || DECIMAL_QUANTITY.test(value) ? BigInt(value) : undefined;
}

const hexDigits = (text: string): string | undefined => {
  const digits = text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text;
  return /^[\da-f]*$/i.test(digits) ? digits.toLowerCase() : undefined;
};

/** Returns an address in lower case with 0x. `text` may omit the prefix, as in geth. Undefined means invalid. */
export function addressOfText(text: string): string | undefined {
  const digits = hexDigits(text);
  return digits?.length === ADDRESS_DIGITS ? `0x${digits}` : undefined;
}

/** Reads a word of storage in hex, with or without 0x, which may omit leading zeros. Undefined means invalid. */
export function wordOfText(text: string): bigint | undefined {
  const digits = hexDigits(text);
  if (digits === undefined || digits === '' || digits.length > WORD_DIGITS) return undefined;
  return BigInt(`0x${digits}`);
}
