/** Decodes all arguments of a route from JSON params or from a URI (consensus-rpc.md 1.6, 1.7). */
import { utf8 } from '../../../kernel/text.js';
import type { ArgKind } from './arg_kind.js';
import { hexBytes } from './bytes_text.js';
import { GoError } from './error.js';
import type { JsonNode } from './json_node.js';
import { readJson } from './json_reader.js';

export interface NamedArg {
  readonly name: string;
  readonly kind: ArgKind<unknown>;
}

/** Values by name. Every argument has a value; absent ones have that of their kind. */
export type ArgValues = Readonly<Record<string, unknown>>;

const BARE_INTEGER = /^-?[0-9]+$/;

function decodeJsonArg(kind: ArgKind<unknown>, node: JsonNode, acceptNumbers: boolean): unknown {
  if (acceptNumbers && kind.family === 'integer' && node.type === 'number') return kind.decode(`"${node.raw}"`);
  return kind.decode(node.raw);
}

function checkArity(args: readonly NamedArg[], items: readonly JsonNode[]): void {
  if (items.length === args.length) return;
  const names = args.map(({ name }) => name).join(' ');
  const given = items.map((item) => `[${utf8(item.raw).join(' ')}]`).join(' ');
  throw new GoError(`expected ${args.length} parameters ([${names}]), got ${items.length} ([${given}])`);
}

/**
 * Decodes JSON params. `acceptNumbers` also accepts a plain number where Go requires an integer in quotes. Throws
 * GoError.
 */
export function decodeJsonArgs(args: readonly NamedArg[], params: JsonNode, acceptNumbers: boolean): ArgValues {
  switch (params.type) {
    case 'null':
      return Object.fromEntries(args.map(({ name, kind }) => [name, kind.absent]));
    case 'array':
      checkArity(args, params.items);
      return Object.fromEntries(
        args.map(({ name, kind }, i) => [name, decodeJsonArg(kind, params.items[i] as JsonNode, acceptNumbers)]),
      );
    case 'object': {
      const given = new Map(params.members);
      return Object.fromEntries(
        args.map(({ name, kind }) => {
          const node = given.get(name);
          return [name, node === undefined ? kind.absent : decodeJsonArg(kind, node, acceptNumbers)];
        }),
      );
    }
    case 'bool':
    case 'number':
    case 'string':
      throw new GoError(
        `unknown type for JSON params: json: cannot unmarshal ${params.type} into Go value of type []json.RawMessage. Expected map or array`,
      );
  }
}

function decodeUriArg(kind: ArgKind<unknown>, value: string): unknown {
  if (kind.family === 'integer' && BARE_INTEGER.test(value)) return kind.decode(`"${value}"`);
  if (/^0x/i.test(value)) {
    if (kind.fromBytes === undefined) throw new GoError(`got a hex string arg, but expected '${kind.goKind}'`);
    return kind.fromBytes(hexBytes(value.slice(2)));
  }
  if (kind.family === 'bytes' && kind.fromBytes !== undefined && value.startsWith('"') && value.endsWith('"')) {
    const node = readJson(value);
    if (node.type === 'string') return kind.fromBytes(utf8(node.value));
  }
  return kind.decode(value);
}

/**
 * Decodes the arguments of a URI. `lookup` returns the value of a name, or the empty string when there is none. Throws
 * GoError.
 */
export function decodeUriArgs(args: readonly NamedArg[], lookup: (name: string) => string): ArgValues {
  return Object.fromEntries(
    args.map(({ name, kind }) => {
      const value = lookup(name);
      return [name, value === '' ? kind.absent : decodeUriArg(kind, value)];
    }),
  );
}
