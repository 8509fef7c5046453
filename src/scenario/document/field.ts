/**
 * Reads the members of a table in a scenario. A field describes one member for the help and for errors; a reader makes
 * data of a table, or throws with the place of the mistake.
 */
import { didYouMean } from '../../settings/did_you_mean.js';
import { type LocatedTable, plain, scenarioError } from './located.js';

/** Provides what the readers need besides the value. */
export interface ReadContext {
  readonly file: string;
  /** Number of validators of the scenario. Those that the timeline adds count too. */
  readonly validators: number;
}

export interface Field<T> {
  /** Effect of the member, as a sentence. */
  readonly summary: string;
  /** Valid values; it ends the sentence "x is …, expected …". */
  readonly expected: string;
  /** Reads a value; returns undefined when it is invalid. */
  read(value: unknown, context: ReadContext): T | undefined;
  readonly isOptional?: boolean;
}

type AnyField = Field<unknown>;
export type Fields = Readonly<Record<string, AnyField>>;

/** Types of the values of a table, from its fields. */
export type DataOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { readonly isOptional: true } ? never : K]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends { readonly isOptional: true } ? K : never]?: ValueOf<F[K]>;
};

type ValueOf<F> = F extends Field<infer T> ? T : never;

export const optional = <T>(field: Field<T>): Field<T> & { readonly isOptional: true } => ({
  ...field,
  isOptional: true,
});

const shown = (value: unknown): string => {
  const text = JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** Throws for a member that no field describes. */
export function refuseUnknown(table: LocatedTable, known: readonly string[], what: string, file: string): void {
  for (const [name, { key }] of table.members)
    if (!known.includes(name))
      throw scenarioError(
        file,
        key,
        `${what} has no member "${name}"${didYouMean(name, known)}; it has ${known.join(', ')}`,
      );
}

/**
 * Reads the members of a table by its fields, and leaves other members to the caller. `what` names the table in errors.
 */
export function readKnown<F extends Fields>(
  table: LocatedTable,
  fields: F,
  what: string,
  context: ReadContext,
): DataOf<F> {
  const data: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = readMember(table, name, field, what, context);
    if (value !== undefined) data[name] = value;
  }
  return data as DataOf<F>;
}

function readMember(table: LocatedTable, name: string, field: AnyField, what: string, context: ReadContext): unknown {
  const member = table.members.get(name);
  if (member === undefined) {
    if (field.isOptional === true) return undefined;
    throw scenarioError(context.file, table, `${what} lacks "${name}", ${field.expected}`);
  }
  const value = plain(member.value);
  const read = field.read(value, context);
  if (read !== undefined) return read;
  throw scenarioError(context.file, member.value, `${name} is ${shown(value)}, expected ${field.expected}`);
}
