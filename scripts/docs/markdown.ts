/** Writes tables of generated documents. */

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

/** Links to a guide from a generated page. */
export const guideLink = (name: string): string => `[${name}](../guides/${name}.md)`;

export const code = (text: string): string => `\`${text}\``;
