/** Reads the arguments of a function from what a reader types: numbers, text, and JSON for lists and tuples. */
import type { AbiParameter } from '../../../codec/ethereum/abi.js';

const WHOLE = /^-?\d+$|^0x[0-9a-f]+$/i;
const TEN_TO = /^(\d+)(?:\.(\d+))?e(\d{1,3})$/i;

/** Reads `12`, `0xc`, and `1.5e18` for amounts. */
function wholeNumber(text: string, type: string): bigint {
  if (WHOLE.test(text)) return BigInt(text);
  const [, whole = '', part = '', exponent = ''] = TEN_TO.exec(text) ?? [];
  if (whole === '' || part.length > Number(exponent))
    throw new Error(`"${text}" is no ${type}: expected a whole number, such as 12, 0xc or 1.5e18`);
  return BigInt(whole + part) * 10n ** BigInt(Number(exponent) - part.length);
}

function bytesText(text: string, type: string): string {
  const size = Number(type.slice('bytes'.length)) || undefined;
  if (/^0x(?:[0-9a-f]{2})*$/i.test(text) && (size === undefined || text.length === 2 + 2 * size)) return text;
  const expected = size === undefined ? 'an even number of hex digits' : `${2 * size} hex digits`;
  throw new Error(`"${text}" is no ${type}: expected 0x and ${expected}`);
}

function simple(type: string, text: string): unknown {
  if (/^u?int\d*$/.test(type)) return wholeNumber(text, type);
  if (type === 'string') return text;
  if (type.startsWith('bytes')) return bytesText(text, type);
  if (type === 'bool') {
    if (text === 'true' || text === 'false') return text === 'true';
    throw new Error(`"${text}" is not a bool: expected true or false`);
  }
  if (type !== 'address') throw new Error(`the page cannot read a value of the type ${type}`);
  if (/^0x[0-9a-f]{40}$/i.test(text)) return text.toLowerCase();
  throw new Error(`"${text}" is not an address: expected 0x and 40 hex digits`);
}

const isList = (value: unknown, type: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw new Error(`expected a JSON list for ${type}, such as [1, 2]`);
};

function fromJson(parameter: AbiParameter, value: unknown): unknown {
  const { type } = parameter;
  const array = /^(.*)\[(\d*)\]$/.exec(type);
  if (array !== null) {
    const items = isList(value, type);
    if (array[2] !== '' && items.length !== Number(array[2]))
      throw new Error(`${type} has ${array[2]} items, not ${items.length}`);
    return items.map((item) => fromJson({ ...parameter, type: array[1] ?? '' }, item));
  }
  if (type !== 'tuple') return simple(type, typeof value === 'string' ? value : String(value));
  const { components = [] } = parameter;
  const members = Array.isArray(value) ? value : components.map(({ name }) => (value as never)?.[name ?? '']);
  return components.map((part, i) => fromJson(part, members[i]));
}

/** Quotes long numbers, so that JSON does not round them. */
const quoteNumbers = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (part) => (part.startsWith('"') ? part : `"${part}"`));

/** Returns the value of an argument for an encoder. Throws an Error that says what was expected. */
export function readArgument(parameter: AbiParameter, text: string): unknown {
  const { type } = parameter;
  if (type !== 'tuple' && !type.endsWith(']')) return simple(type, type === 'string' ? text : text.trim());
  let json: unknown;
  try {
    json = JSON.parse(quoteNumbers(text));
  } catch {
    throw new Error(
      `"${text}" is not JSON: expected ${type === 'tuple' ? 'an object or a list' : 'a list'} for ${type}`,
    );
  }
  return fromJson(parameter, json);
}
