/**
 * The shape of a JSON value, said once: from it come the check, the TypeScript type and the JSON schema of the OpenAPI
 * document. Members are checked in the order in which they are written down, and the first that is wrong is named. Nothing
 * is coerced, filled in or dropped without a word; members that nobody reads are ignored.
 */

/** The part of JSON Schema (2020-12) that is used here. */
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
export interface Wrong {
  /** Where, from the outermost: `['swap_venues', '0', 'name']`; empty for the value itself. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** `a text`. */
  readonly expected: string;
}

export type Read<T> = { readonly value: T } | { readonly wrong: Wrong };

/** Names that only whoever runs the check can know, such as those of chains. */
export interface Known {
  has(kind: string, name: string): boolean;
}

export interface Shape<T> {
  readonly schema: JsonSchema;
  /** The member may be left out. */
  readonly isOptional?: true;
  /** Of an object. */
  readonly members?: Readonly<Record<string, Shape<unknown>>>;
  read(value: unknown, known: Known): Read<T>;
  /** The value that a query means by its parameters of this name. */
  fromQuery(texts: readonly string[]): unknown;
}

export type Of<S> = S extends Shape<infer T> ? T : never;
export type Members<M> = { readonly [K in keyof M]: Of<M[K]> };

const lastText = (texts: readonly string[]): unknown => texts.at(-1);

/** A value that `accepts` takes, as it is. */
function plain<T>(
  schema: JsonSchema,
  expected: string,
  accepts: (value: unknown, known: Known) => value is T,
  fromQuery: (texts: readonly string[]) => unknown = lastText,
): Shape<T> {
  return {
    schema,
    fromQuery,
    read: (value, known) => (accepts(value, known) ? { value } : { wrong: { path: [], value, expected } }),
  };
}

export const text = (description = ''): Shape<string> =>
  plain(described({ type: 'string' }, description), 'a text', (value): value is string => typeof value === 'string');

/** A text that `pattern` matches; `expected` is what is said of another. */
export const matching = (pattern: RegExp, expected: string, description = ''): Shape<string> =>
  plain(
    described({ type: 'string', pattern: pattern.source }, description),
    expected,
    (value): value is string => typeof value === 'string' && pattern.test(value),
  );

/** A text that names something of a kind that is known: `chain`. */
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

/** In a query `true` or `false`. */
export const boolean = (description = ''): Shape<boolean> =>
  plain(
    described({ type: 'boolean' }, description),
    'true or false',
    (value): value is boolean => typeof value === 'boolean',
    (texts) => TRUTHS.get(texts.at(-1)) ?? texts.at(-1),
  );

/** A whole number from `min` that JavaScript holds exactly. */
export const wholeNumber = (min: number, description = ''): Shape<number> =>
  plain(
    described({ type: 'integer' }, description),
    `a whole number from ${min}`,
    (value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= min,
  );

/** One of several texts; letters of another case are another text. */
export const oneOf = <const T extends string>(values: readonly T[], description = ''): Shape<T> =>
  plain(described({ type: 'string', enum: values }, description), `one of ${values.join(', ')}`, (value): value is T =>
    values.some((known) => known === value),
  );

/** Absent, or null, which gateways take for absent: undefined. */
export function optional<T>(shape: Shape<T>, description = ''): Shape<T | undefined> {
  const { type } = shape.schema;
  return {
    ...shape,
    schema: described({ ...shape.schema, ...(type !== undefined && { type: [type, 'null'].flat() }) }, description),
    isOptional: true,
    read: (value, known) => (value === undefined || value === null ? { value: undefined } : shape.read(value, known)),
  };
}

/** In a query one parameter for each item. */
export function list<T>(item: Shape<T>, maxItems: number, description = ''): Shape<readonly T[]> {
  const expected = `a list of at most ${maxItems}`;
  return {
    schema: described({ type: 'array', items: item.schema, maxItems }, description),
    fromQuery: (texts) => texts.map((one) => item.fromQuery([one])),
    read(value, known) {
      if (!Array.isArray(value) || value.length > maxItems) return { wrong: { path: [], value, expected } };
      const items: T[] = [];
      for (const [i, one] of value.entries()) {
        const read = item.read(one, known);
        if ('wrong' in read) return within(`${i}`, read.wrong);
        items.push(read.value);
      }
      return { value: items };
    },
  };
}

/** An object's members by names that nobody gives beforehand. */
export function map<T>(item: Shape<T>, maxItems: number, description = ''): Shape<ReadonlyMap<string, T>> {
  const expected = `an object of at most ${maxItems} members`;
  return {
    schema: described({ type: 'object', additionalProperties: item.schema }, description),
    fromQuery: lastText,
    read(value, known) {
      if (!isObject(value)) return { wrong: { path: [], value, expected } };
      const entries = Object.entries(value);
      if (entries.length > maxItems) return { wrong: { path: [], value, expected } };
      const items = new Map<string, T>();
      for (const [name, one] of entries) {
        const read = item.read(one, known);
        if ('wrong' in read) return within(name, read.wrong);
        items.set(name, read.value);
      }
      return { value: items };
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
    read(value, known) {
      if (!isObject(value)) return { wrong: { path: [], value, expected: 'an object' } };
      const result: Record<string, unknown> = {};
      for (const [name, shape] of named) {
        const read = shape.read(Object.hasOwn(value, name) ? value[name] : undefined, known);
        if ('wrong' in read) return within(name, read.wrong);
        result[name] = read.value;
      }
      return { value: result as Members<M> };
    },
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const within = (name: string, { path, ...wrong }: Wrong): { readonly wrong: Wrong } => ({
  wrong: { path: [name, ...path], ...wrong },
});

const described = (schema: JsonSchema, description: string): JsonSchema =>
  description === '' ? schema : { ...schema, description };
