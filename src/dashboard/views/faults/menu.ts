/** Reads the values of a fault's form, by the forms of its parameters. */

export interface Parameter {
  readonly name: string;
  readonly summary: string;
  readonly expected: string;
  readonly optional: boolean;
  readonly form: string;
  readonly choices?: readonly string[];
}

export interface FaultKind {
  readonly summary: string;
  /** Where it acts: `network`, `rpc` or `chain`. */
  readonly at?: string;
  readonly parameters: readonly Parameter[];
}

export type FaultMenu = Readonly<Record<string, FaultKind>>;

const list = (text: string): readonly number[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(Number);

/** Returns the value that a field's text means; undefined for text that cannot be one. */
export function readValue({ form, choices = [] }: Parameter, text: string): unknown {
  const trimmed = text.trim();
  switch (form) {
    case 'choice':
      return choices.includes(trimmed) ? trimmed : undefined;
    case 'choices':
    case 'texts': {
      const texts = trimmed.split(',').map((part) => part.trim());
      const isKnown = (one: string): boolean => (form === 'texts' ? one !== '' : choices.includes(one));
      return texts.every(isKnown) ? texts : undefined;
    }
    case 'counts':
    case 'nodes': {
      const nodes = list(trimmed);
      return nodes.every(Number.isInteger) ? nodes : undefined;
    }
    case 'groups': {
      const groups = trimmed.split('/').map(list);
      return groups.flat().every(Number.isInteger) ? groups : undefined;
    }
    default: {
      const number = Number(trimmed);
      return trimmed === '' || !Number.isFinite(number) ? undefined : number;
    }
  }
}

export interface ReadFault {
  readonly fault: Readonly<Record<string, unknown>>;
  /** Sentence about what is missing or wrong; the chain checks the rest. */
  readonly problem?: string;
}

/** Makes the fault that a form describes. Empty fields of optional parameters are left out. */
export function readFault(type: string, { parameters }: FaultKind, texts: Readonly<Record<string, string>>): ReadFault {
  const fault: Record<string, unknown> = { type };
  let problem: string | undefined;
  for (const parameter of parameters) {
    const text = texts[parameter.name] ?? '';
    if (text.trim() === '' && parameter.optional) continue;
    const value = readValue(parameter, text);
    if (value === undefined) problem ??= `"${parameter.name}" must be ${parameter.expected}`;
    else fault[parameter.name] = value;
  }
  return { fault, ...(problem !== undefined && { problem }) };
}

/** Returns the groups of a partition from the group of each validator; a group without members is left out. */
export function groupsOf(choices: readonly number[]): readonly (readonly number[])[] {
  const names = [...new Set(choices)].sort((a, b) => a - b);
  return names.map((name) => choices.flatMap((choice, node) => (choice === name ? [node] : [])));
}
