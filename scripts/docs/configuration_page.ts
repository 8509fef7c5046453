/** Writes docs/reference/configuration.md from the settings and from the table of the flags of Anvil and Hardhat. */
import type { ForeignFlag } from '../../src/config/foreign_flags/foreign_flag.js';
import { BUILT_IN, FOREIGN_FLAGS, foreignFlag } from '../../src/config/foreign_flags/table.js';
import { SETTINGS } from '../../src/config/names.js';
import { SCHEMA } from '../../src/config/schema.js';
import { code, table } from './markdown.js';
import type { Page } from './page.js';

const COMPAT = `Anvil and the nodes of Hardhat 2 and 3 answer some requests differently, and tools rely on it. \`--compat\` selects which of them Halley imitates:

- \`auto\`, the default: a request whose \`User-Agent\` names Hardhat 2 or 3 is answered as that node answers, and every other request as Anvil does.
- \`hardhat\`: a request whose \`User-Agent\` names Hardhat 3 is answered as its node answers, and every other request as Hardhat 2's node does. Choose it for Hardhat 2.2, whose requests name \`node-fetch/1.0\` as other programs' do, and behind a proxy that removes the header.
- \`hardhat2\`, \`hardhat3\`: every request is answered as that node answers.
- \`anvil\`: every request is answered as Anvil does, also those of Hardhat.

These nodes serve \`debug_trace*\`, \`txpool_*\` and \`personal_sign\` by default. So does Halley, for local callers of a chain with dev methods: for forge, cast and Hardhat, which it recognizes by their \`User-Agent\`, and for every program with a \`--compat\` other than \`auto\`. With \`--json-rpc.api\` the list is exact for all callers.

It decides \`web3_clientVersion\`, the unit of \`evm_setIntervalMining\` (seconds for Anvil, milliseconds for Hardhat), whether a transaction that fails in its block is answered with its hash or with an error, the codes and texts of failures, the result of \`evm_mine\`, calls without funds, and the form of struct logs. \`HALLEY_COMPAT\` and \`compat\` in the table \`[devnet]\` of \`app.toml\` set it too.`;

const namesOf = ({ flag, short, synonyms = [] }: Pick<ForeignFlag, 'flag' | 'short' | 'synonyms'>): string =>
  [...(short === undefined ? [] : [short]), flag, ...synonyms].map(code).join(', ');

function answerOf(row: ForeignFlag): readonly [answer: string, why: string] {
  switch (row.type) {
    case 'same':
      return ['same', row.note ?? ''];
    case 'alias':
      return ['renamed', `means ${row.meaning}`];
    case 'refused':
      return ['refused', row.instead];
  }
}

const foreignTable = (): string =>
  table(
    ['flag', 'of', 'Halley', ''],
    FOREIGN_FLAGS.map((row) => [namesOf(row), row.tools.join(', '), ...answerOf(row)]),
  );

const settingTables = (): readonly string[] =>
  Object.entries(SCHEMA).flatMap(([section, { title, file }]) => [
    `### ${title}`,
    ...(file === undefined ? [] : [`The keys are in ${code(file)}.`]),
    table(
      ['flag', 'variable', 'key', 'default', ''],
      SETTINGS.filter((named) => named.section === section).map(
        ({ flag, variable, file, path, setting: { kind, fallback, doc } }) => [
          namesOf({ ...foreignFlag(flag), flag }),
          code(variable),
          file === undefined ? '' : code(path),
          fallback === undefined ? '' : code(kind.write(fallback)),
          doc,
        ],
      ),
    ),
  ]);

export const configurationPage: Page = {
  path: 'docs/reference/configuration.md',
  title: 'Configuration',
  blocks: () => [
    '`halley` without a subcommand is `halley start`. Flags override environment variables, which override the files of `--home`, which override the defaults. Unknown names are errors.',
    '## Flags of Anvil and Hardhat',
    `Each flag of Anvil 1.7 and of Hardhat's node (2 and 3) is accepted under its own name, translated, or refused with one line and exit code 1. ${BUILT_IN.map(code).join(' and ')} have their usual meaning. A translated flag overrides the variable and the file of its setting; both flags together are refused.`,
    'With `--port` or `--host` WebSocket uses only the port of HTTP, as in Anvil, unless `--json-rpc.ws-address` is set. With `--port` the CometBFT RPC and the asset API use a free port when their default port is in use, so that several devnets run at once. A port that is asked for, by flag, variable or file, is used or refused, also when it is the default. Remote clients can read the chain and send signed transactions. Only local callers may use methods that change the chain, and the keys of the node.',
    foreignTable(),
    '## Imitating Anvil or Hardhat',
    COMPAT,
    '## Settings',
    ...settingTables(),
  ],
};
