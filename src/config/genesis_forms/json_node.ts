import { DocumentValue } from '../../kernel/document_value.js';
import type { HalleyError } from '../../kernel/errors.js';
import { shownJson } from '../../kernel/text.js';

/** Makes the error of a document. `problem` is a sentence that begins with the path of the member. */
export type Refuse = (problem: string, facts: Readonly<Record<string, unknown>>) => HalleyError;

/** Most characters of a bad value that an error repeats. */
const MAX_SHOWN = 80;
const ADDRESS_DIGITS = 40;
const WORD_DIGITS = 64;
const HEX_QUANTITY = /^0x[\da-f]{1,64}$/i;
const DECIMAL_QUANTITY = /^\d{1,78}$/;
const HEX_DATA = /^0x(?:[\da-f]{2})*$/i;

/** A value of another tool's document, whose errors name the member, its value and what was expected. */
export class JsonNode extends DocumentValue {
  constructor(
    value: unknown,
    key: string | number,
    private readonly refuse: Refuse,
    above?: DocumentValue,
  ) {
    super(value, key, above);
  }

  protected override inner(value: unknown, key: string | number): this {
    return new JsonNode(value, key, this.refuse, this) as this;
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

  override bad(expected: string): HalleyError {
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
    const path = this.path || 'the document';
    return this.refuse(`${path} ${problem}`, { path, ...facts });
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
