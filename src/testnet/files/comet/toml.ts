/** Formats a configuration file: sections of keys, each with a comment. */

/** Is a value of TOML that `config.toml` has. */
export type TomlScalar = string | number | boolean | readonly string[];

/** Is a key with its value and its meaning. */
export type TomlLine = readonly [key: string, value: TomlScalar, doc: string];

export interface TomlSection {
  /** Names the table; empty means the top level. */
  readonly table: string;
  readonly title: string;
  readonly lines: readonly TomlLine[];
}

function valueText(value: TomlScalar): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'object') return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
  return String(value);
}

const lineText = ([key, value, doc]: TomlLine): string => `# ${doc}\n${key} = ${valueText(value)}\n`;

function sectionText({ table, title, lines }: TomlSection): string {
  const head = table === '' ? `## ${title}\n` : `## ${title}\n[${table}]\n`;
  return [head, ...lines.map(lineText)].join('\n');
}

/** Returns the text of a file. `header` has lines without `#`. */
export const tomlText = (header: readonly string[], sections: readonly TomlSection[]): string =>
  `${header.map((line) => `# ${line}`).join('\n')}\n\n${sections.map(sectionText).join('\n')}`;
