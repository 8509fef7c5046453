/**
 * Reads the parameters of a function on the stack. Their slots are certain only in code without optimizer that is not
 * made through Yul, and only for types that the source tells; all others are left out.
 */
import type { EvmDebugVariable } from '../backend/evm/debugging.js';
import { type Bytes, bigintToBytes } from '../kernel/bytes.js';
import { to0x } from '../kernel/hex.js';
import { tryFromUtf8 } from '../kernel/text.js';
import type { FunctionCall } from './call_recorder.js';
import type { KnownContract } from './contract_index.js';
import type { Declaration, SourceText } from './source_text.js';

/** Function that was entered by a jump. */
export interface EnteredFunction {
  readonly call: FunctionCall;
  readonly declaration: Declaration;
  readonly source: SourceText;
}

const LOCATIONS: ReadonlySet<string | undefined> = new Set(['memory', 'calldata', 'storage']);
const COMMENTS = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;
const VALUE_TYPE = /^(?:uint\d*|int\d*|bool|address|bytes\d+)$/;

/** Returns the parameters with values that are certain. */
export function parametersOf(
  { contract, isExact }: KnownContract,
  { call, declaration, source }: EnteredFunction,
  stack: readonly bigint[],
  calldata: Bytes,
): readonly EvmDebugVariable[] {
  if (contract.isOptimized || contract.isViaYul || !isExact || call.height < 0) return [];
  const parameters = declaredParameters(source.slice(declaration.start, declaration.body));
  if (parameters === undefined) return [];
  let at = call.height - parameters.reduce((sum, { slots }) => sum + slots, 0);
  return parameters.flatMap(({ name, type, location, slots }) => {
    const words = stack.slice(at, at + slots);
    at += slots;
    const [first, second] = words;
    if (name === undefined || first === undefined || words.length < slots) return [];
    if (location === undefined) {
      const value = VALUE_TYPE.test(type) ? wordText(type, first) : undefined;
      return value === undefined ? [] : [{ name, type, value }];
    }
    if (location !== 'calldata' || second === undefined || (type !== 'string' && type !== 'bytes')) return [];
    if (first + second > BigInt(calldata.length)) return [];
    const data = calldata.subarray(Number(first), Number(first + second));
    const text = type === 'string' ? tryFromUtf8(data) : undefined;
    return [{ name, type: `${type} calldata`, value: text === undefined ? to0x(data) : JSON.stringify(text) }];
  });
}

interface DeclaredParameter {
  readonly name: string | undefined;
  readonly type: string;
  readonly location: string | undefined;
  readonly slots: number;
}

/** Reads the parameters in the head of a function; undefined where the number of their slots is not certain. */
function declaredParameters(head: string): readonly DeclaredParameter[] | undefined {
  const text = head.replace(COMMENTS, ' ');
  const open = text.indexOf('(');
  const close = text.indexOf(')', open);
  const list = text.slice(open + 1, close).trim();
  // Types of functions and mappings have parentheses of their own.
  if (open < 0 || close < 0 || /\(|\b(?:function|mapping)\b/.test(list)) return undefined;
  if (list === '') return [];
  return list.split(',').map((one) => {
    const [type = '', ...words] = one.trim().split(/\s+/);
    const location = words.find((word) => LOCATIONS.has(word));
    const name = words.filter((word) => !LOCATIONS.has(word) && word !== 'payable').at(-1);
    const isPair = location === 'calldata' && (type === 'string' || type === 'bytes' || type.endsWith('[]'));
    return { name, type, location, slots: isPair ? 2 : 1 };
  });
}

/** Returns the text of a value; undefined where the word is none of its type, or the type is another one. */
export function wordText(type: string, word: bigint): string | undefined {
  const [, kind = '', digits = ''] = /^([a-z]+)(\d*)/.exec(type) ?? [];
  switch (kind) {
    case 'uint':
      return word < 1n << BigInt(digits || 256) ? String(word) : undefined;
    case 'int': {
      const value = BigInt.asIntN(256, word);
      return value === BigInt.asIntN(Number(digits || 256), value) ? String(value) : undefined;
    }
    case 'bool':
      return word <= 1n ? String(word === 1n) : undefined;
    case 'address':
    case 'contract':
      return word < 1n << 160n ? to0x(bigintToBytes(word, 20)) : undefined;
    case 'bytes': {
      const size = Number(digits);
      const rest = BigInt(8 * (32 - size));
      return size > 0 && size <= 32 && word === (word >> rest) << rest
        ? to0x(bigintToBytes(word >> rest, size))
        : undefined;
    }
    default:
      return undefined;
  }
}
