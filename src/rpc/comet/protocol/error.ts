/** Builds error objects (consensus-rpc.md 1.2), and quotes texts as Go does. */
import { utf8 } from '../../../kernel/text.js';

/** Error object. There are no other codes than those below; `data` explains what went wrong. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: string;
}

export const parseError = (data: string): RpcError => ({ code: -32700, message: 'Parse error. Invalid JSON', data });
export const invalidRequest = (data: string): RpcError => ({ code: -32600, message: 'Invalid Request', data });
export const METHOD_NOT_FOUND: RpcError = { code: -32601, message: 'Method not found' };
export const invalidParams = (data: string): RpcError => ({ code: -32602, message: 'Invalid params', data });
export const internalError = (data: string): RpcError => ({ code: -32603, message: 'Internal error', data });
export const serverError = (data: string): RpcError => ({ code: -32000, message: 'Server error', data });

/**
 * Error for a case in which the engine panics. The client gets the response to a panic, with this text; it is not a bug
 * of Halley.
 */
export class EnginePanic extends Error {
  override readonly name = 'EnginePanic';
}

/** Refusal in the words of Go's standard library or of the engine's own JSON package. */
export class GoError extends Error {
  override readonly name = 'GoError';
}

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x0c, '\\f'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x0b, '\\v'],
  [0x5c, '\\\\'],
]);
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

function escapeRune(char: string, quote: string): string {
  const code = char.codePointAt(0) as number;
  if (char === quote) return `\\${quote}`;
  const known = ESCAPES.get(code);
  if (known !== undefined) return known;
  if (char === ' ' || !UNPRINTABLE.test(char)) return char;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}

/** Quotes a string like Go's `%q`. */
export const quoted = (text: string): string => `"${[...text].map((char) => escapeRune(char, '"')).join('')}"`;

/** Quotes an unexpected character like `encoding/json`: by its first byte. */
export function quotedByte(char: string): string {
  const byte = utf8(char)[0] ?? 0;
  return `'${escapeRune(String.fromCodePoint(byte), "'")}'`;
}
