/** Writes docs/reference/scenarios.md from the definitions of verbs, expectations and faults. */
import type { Fields } from '../../src/scenario/document/field.js';
import { EXPECTATIONS } from '../../src/scenario/expectations/index.generated.js';
import { ENTRY_FIELDS, HEAD_FIELDS } from '../../src/scenario/read_scenario.js';
import { VERBS } from '../../src/scenario/verbs/index.generated.js';
import { parametersOf } from '../../src/simulation/fault.js';
import { FAULT_DEFINITIONS } from '../../src/simulation/fault_registry.js';
import { code, table } from './markdown.js';
import type { Page } from './page.js';

interface Member {
  readonly name: string;
  readonly expected: string;
  readonly isRequired: boolean;
  readonly summary: string;
}

const memberTable = (members: readonly Member[]): readonly string[] =>
  members.length === 0
    ? []
    : [
        table(
          ['member', 'value', 'required', ''],
          members.map(({ name, expected, isRequired, summary }) => [
            code(name),
            expected,
            isRequired ? 'yes' : 'no',
            summary,
          ]),
        ),
      ];

const membersOf = (fields: Fields): readonly Member[] =>
  Object.entries(fields).map(([name, { expected, isOptional, summary }]) => ({
    name,
    expected,
    isRequired: isOptional !== true,
    summary,
  }));

const definitionBlocks = (definitions: readonly { name: string; summary: string; fields: Fields }[]): string[] =>
  definitions.flatMap(({ name, summary, fields }) => [`### ${name}`, summary, ...memberTable(membersOf(fields))]);

const faultBlocks = (): readonly string[] =>
  FAULT_DEFINITIONS.flatMap((definition) => [
    `### ${definition.type}`,
    definition.summary,
    ...memberTable(
      parametersOf(definition).map(([name, { expected, optional, summary }]) => ({
        name,
        expected,
        isRequired: optional !== true,
        summary,
      })),
    ),
  ]);

export const scenariosPage: Page = {
  path: 'docs/reference/scenarios.md',
  title: 'Scenario files',
  blocks: () => [
    'A scenario is a TOML file with a head, a list of tables `[[timeline]]` and a list of tables `[[expect]]`. The [guide](../guides/scenarios.md) explains them.',
    '## Head',
    ...memberTable(membersOf(HEAD_FIELDS)),
    '## Timeline',
    'Every entry has these members, and `do` with the name of a verb.',
    ...memberTable(membersOf(ENTRY_FIELDS)),
    '## Verbs',
    ...definitionBlocks(VERBS),
    '## Expectations',
    'Every expectation has `that` with its name.',
    ...definitionBlocks(EXPECTATIONS),
    '## Faults',
    'These are the types of the verb `fault`, of `halley network fault`, `halley_addFault` and `devnet.network.addFault`, with their parameters.',
    ...faultBlocks(),
  ],
};
