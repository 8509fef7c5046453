/**
 * Defines the shape of a JSON value once: the check, the TypeScript type and the JSON schema of the OpenAPI document
 * come from it. Members are checked in the order of their definition, and the first wrong one is reported. Nothing is
 * coerced, filled in or dropped silently; unknown members are ignored.
 */

import { DocumentValue } from '../../kernel/document_value.js';

/** Part of JSON Schema (2020-12) that is used here. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema;
  readonly default?: unknown;
}

/** A value that does not have its shape. */
export class WrongValue extends Error {
  constructor(
    /** Path from the outermost member: `['swap_venues', '0', 'name']`; empty for the value itself. */
    readonly path: readonly string[],
    readonly value: unknown,
    /** Expected form, for example `a string`. */
    readonly expected: string,
  ) {
    super(`${path.join('.')} is not ${expected}`);
  }
}

/** Looks up names that are known only at run time, such as those of chains. */
export interface Known {
  has(kind: string, name: string): boolean;
}

/** A value that a shape reads, with the names that are known. */
export class RestValue extends DocumentValue {
  constructor(
    value: unknown,
    readonly known: Known,
    key: string | number = '',
    above?: DocumentValue,
  ) {
    super(value, key, above);
  }

  override bad(expected: string): Error {
    return new WrongValue(this.keys.map(String), this.value, expected);
  }

  protected override inner(value: unknown, key: string | number): this {
    return new RestValue(value, this.known, key, this) as this;
  }
}

export interface Shape<T> {
  readonly schema: JsonSchema;
  /** Whether the member may be omitted. */
  readonly isOptional?: true;
  /** Members of an object. */
  readonly members?: Readonly<Record<string, Shape<unknown>>>;
  /** Throws WrongValue. */
  read(given: RestValue): T;
  /** Converts the parameters of this name in a query to a value. */
  fromQuery(texts: readonly string[]): unknown;
}

export type Of<S> = S extends Shape<infer T> ? T : never;
export type Members<M> = { readonly [K in keyof M]: Of<M[K]> };

const lastText = (texts: readonly string[]): unknown => texts.at(-1);

/** Makes a shape of the values that `accepts` accepts, unchanged. */
function plain<T>(
  schema: JsonSchema,
  expected: string,
  accepts: (value: unknown, known: Known) => value is T,
  fromQuery: (texts: readonly string[]) => unknown = lastText,
): Shape<T> {
  return {
    schema,
    fromQuery,
    read(given) {
      const { value, known } = given;
      if (!accepts(value, known)) throw given.bad(expected);
      return value;
    },
  };
}

export const text = (description = ''): Shape<string> =>
  plain(described({ type: 'string' }, description), 'a string', (value): value is string => typeof value === 'string');

/** Makes a shape of strings that `pattern` matches. `expected` describes them in errors. */
export const matching = (pattern: RegExp, expected: string, description = ''): Shape<string> =>
  plain(
    described({ type: 'string', pattern: pattern.source }, description),
    expected,
    (value): value is string => typeof value === 'string' && pattern.test(value),
  );

/** Makes a shape of strings that name something known of a kind: `chain`. */
export const naming = (kind: string, description = ''): Shape<string> =>
  plain(
    described({ type: 'string' }, description),
    `the name of a ${kind}`,
    (value, known): value is string => typeof value === 'string' && known.has(kind, value),
  );

const TRUTHS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Makes a shape of booleans. A query has `true` or `false`. */
export const boolean = (description = ''): Shape<boolean> =>
  plain(
    described({ type: 'boolean' }, description),
    'true or false',
    (value): value is boolean => typeof value === 'boolean',
    (texts) => TRUTHS.get(texts.at(-1)) ?? texts.at(-1),
  );

/** Makes a shape of whole numbers from `min` that JavaScript represents exactly. */
export const wholeNumber = (min: number, description = ''): Shape<number> =>
  plain(
    described({ type: 'integer' }, description),
    `a whole number from ${min}`,
    (value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= min,
  );

/** Makes a shape of one of several strings. Case is significant. */
export const oneOf = <const T extends string>(values: readonly T[], description = ''): Shape<T> =>
  plain(described({ type: 'string', enum: values }, description), `one of ${values.join(', ')}`, (value): value is T =>
    values.some((known) => known === value),
  );

/** Makes a member optional. Absent and null, which gateways treat as absent, give undefined. */
export function optional<T>(shape: Shape<T>, description = ''): Shape<T | undefined> {
  const { type } = shape.schema;
  return {
    ...shape,
    schema: described({ ...shape.schema, type: type && [type, 'null'].flat() }, description),
    isOptional: true,
    read: (given) => (given.present ? shape.read(given) : undefined),
  };
}

/** Makes a shape of lists. A query has one parameter for each item. */
export function list<T>(item: Shape<T>, maxItems: number, description = ''): Shape<readonly T[]> {
  const expected = `a list of at most ${maxItems}`;
  return {
    schema: described({ type: 'array', items: item.schema, maxItems }, description),
    fromQuery: (texts) => texts.map((one) => item.fromQuery([one])),
    read(given) {
      if (!Array.isArray(given.value) || given.value.length > maxItems) throw given.bad(expected);
      return given.elements().map((one) => item.read(one));
    },
  };
}

/** Makes a shape of objects whose member names are not known beforehand. */
export function map<T>(item: Shape<T>, maxItems: number, description = ''): Shape<ReadonlyMap<string, T>> {
  const expected = `an object of at most ${maxItems} members`;
  return {
    schema: described({ type: 'object', additionalProperties: item.schema }, description),
    fromQuery: lastText,
    read(given) {
      const members = isObject(given.value) ? given.members() : undefined;
      if (members === undefined || members.length > maxItems) throw given.bad(expected);
      return new Map(members.map(([name, one]) => [name, item.read(one)]));
    },
  };
}

export function object<const M extends Readonly<Record<string, Shape<unknown>>>>(members: M): Shape<Members<M>> {
  const named = Object.entries(members);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(named.map(([name, { schema }]) => [name, schema])),
      required: named.filter(([, { isOptional }]) => isOptional === undefined).map(([name]) => name),
    },
    members,
    fromQuery: lastText,
    read(given) {
      given.object();
      return Object.fromEntries(named.map(([name, shape]) => [name, shape.read(given.field(name))])) as Members<M>;
    },
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const described = (schema: JsonSchema, description: string): JsonSchema =>
  description === '' ? schema : { ...schema, description };
