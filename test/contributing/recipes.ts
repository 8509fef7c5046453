/** Reads the recipes of CONTRIBUTING.md: which files each addition consists of. */

export interface Recipe {
  /** Heading in lower case, with underscores. */
  readonly kind: string;
  /** Paths of the files to add, with `<name>` for the parts that are free. */
  readonly added: readonly string[];
  /** Paths of the existing files to edit. */
  readonly edited: readonly string[];
}

const SECTION = '## How to add';

const paths = (text: string, verb: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^- ${verb} \`([^\`]+)\``, 'gm'))].map(([, path = '']) => path);

/** Returns the recipes of the section "How to add", in their order. */
export function recipesOf(document: string): readonly Recipe[] {
  const section = document.split(`\n${SECTION}`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n### ')
    .slice(1)
    .map((text) => ({
      kind: (text.split('\n')[0] ?? '').toLowerCase().replaceAll(' ', '_'),
      added: paths(text, 'Add'),
      edited: paths(text, 'Edit'),
    }));
}

/** Returns whether a path follows a pattern such as `src/simulation/faults/<name>.ts`. */
export function follows(path: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/<\w+>/g, '[^/]+')}$`).test(path);
}
