/** Writes docs/reference/faults.md from the definitions of faults. */
import type { FaultKind } from '../../src/devnet/faults/fault_menu.js';
import { FAULT_MENU } from '../../src/devnet/faults/whole_menu.js';
import { code, guideLink, table } from './markdown.js';
import type { Page } from './page.js';

const kindBlocks = ({ type, summary, parameters }: FaultKind): readonly string[] => [
  `## ${type}`,
  summary,
  table(
    ['parameter', '', 'value', 'required'],
    parameters.map((one) => [code(one.name), one.summary, one.expected, one.optional ? 'no' : 'yes']),
  ),
];

export const faultsPage: Page = {
  path: 'docs/reference/faults.md',
  title: 'Faults',
  blocks: () => [
    `The guide on ${guideLink('faults')} shows how to begin and end one. \`halley network faults\` lists them too.`,
    ...FAULT_MENU.flatMap(kindBlocks),
  ],
};
