/** Formats the console.log calls of contracts as lines. A line may contain line breaks. */
import type { EvmConsoleCalls } from '../../../backend/evm/execution.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x, toHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import { decodeArguments } from './decode.js';
import { formatLine } from './format.js';

const SELECTOR_BYTES = 4;

export const consoleLines = ({ inputs, dropped }: EvmConsoleCalls): string[] => [
  ...inputs.map(lineOf),
  ...(dropped === 0 ? [] : [`(and ${dropped} more, which were dropped)`]),
];

const MIXED_TYPES = ['uint256', 'string', 'bool', 'address'];
const MAX_MIXED = 4;
const BYTES_TYPES = Array.from({ length: 32 }, (_, i) => `bytes${i + 1}`);
const TYPED_FUNCTIONS: readonly (readonly [name: string, type: string])[] = [
  ['logInt', 'int256'],
  ['logUint', 'uint256'],
  ['logString', 'string'],
  ['logBool', 'bool'],
  ['logAddress', 'address'],
  ['logBytes', 'bytes'],
  ...BYTES_TYPES.map((type) => [`log${type[0]?.toUpperCase()}${type.slice(1)}`, type] as const),
];
const OTHER_LISTS = [['int256'], ['bytes'], ['string', 'int256'], ...BYTES_TYPES.map((type) => [type])];

let bySelector: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the types of the arguments; undefined for the selector of another function. `selector` has no `0x`. */
function typesOf(selector: string): readonly string[] | undefined {
  bySelector ??= typesBySelector();
  return bySelector.get(selector);
}

/**
 * Functions of console.sol and console2.sol by selector. `log` takes up to four arguments of four types in
 * any order, or a single value of another type. The `log…` functions name their type. Old libraries used the selectors
 * of `uint` and `int`.
 */
function typesBySelector(): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, readonly string[]>();
  const add = (name: string, list: readonly string[]): void => {
    const canonical = list.join(',');
    for (const text of new Set([canonical, canonical.replaceAll('int256', 'int')]))
      types.set(toHex(keccak256(utf8(`${name}(${text})`)).subarray(0, 4)), list);
  };
  for (const list of [...mixed(MAX_MIXED), ...OTHER_LISTS]) add('log', list);
  for (const [name, type] of TYPED_FUNCTIONS) add(name, [type]);
  return types;
}

/** Returns all lists of up to `length` types. */
const mixed = (length: number): string[][] =>
  length === 0 ? [[]] : [[], ...mixed(length - 1).flatMap((rest) => MIXED_TYPES.map((type) => [type, ...rest]))];

function lineOf(input: Bytes): string {
  const types = typesOf(toHex(input.subarray(0, SELECTOR_BYTES)));
  const values = types && decodeArguments(types, input.subarray(SELECTOR_BYTES));
  return values === undefined ? `(not a function of console.sol: ${to0x(input)})` : formatLine(values);
}
