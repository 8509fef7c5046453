/** Writes docs/reference/scenarios.md from the definitions of fields, verbs and expectations. */
import type { Field } from '../../src/scenario/document/field.js';
import { EXPECTATIONS } from '../../src/scenario/expectations/index.generated.js';
import { ENTRY, HEAD, OBSERVE } from '../../src/scenario/read_scenario.js';
import { VERBS } from '../../src/scenario/verbs/index.generated.js';
import { code, guideLink, table } from './markdown.js';
import type { Page } from './page.js';

interface Described {
  readonly name: string;
  readonly summary: string;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
}

function fieldsTable(fields: Described['fields']): readonly string[] {
  const rows = Object.entries(fields).map(([name, { summary, expected, isOptional }]) => [
    code(name),
    summary,
    expected,
    isOptional === true ? 'no' : 'yes',
  ]);
  return rows.length === 0 ? [] : [table(['member', '', 'value', 'required'], rows)];
}

const described = (all: readonly Described[]): readonly string[] =>
  all.flatMap(({ name, summary, fields }) => [`### ${name}`, summary, ...fieldsTable(fields)]);

export const scenariosPage: Page = {
  path: 'docs/reference/scenarios.md',
  title: 'Scenario files',
  blocks: () => [
    `The guide on ${guideLink('scenarios')} shows how to write one.`,
    '## Members of a scenario',
    ...fieldsTable({ ...HEAD, ...OBSERVE }),
    '## Verbs',
    'Each table `[[timeline]]` has the verb as `do`, these members, and those of the verb.',
    ...fieldsTable(ENTRY),
    ...described(VERBS),
    '## Expectations',
    'Each table `[[expect]]` has the expectation as `that`, and the members of the expectation.',
    ...described(EXPECTATIONS),
  ],
};
