/** Writes docs/reference/configuration.md from the settings and from the table of the flags of Anvil and Hardhat. */
import type { ForeignFlag } from '../../src/config/foreign_flags/foreign_flag.js';
import { BUILT_IN, FOREIGN_FLAGS, foreignFlag } from '../../src/config/foreign_flags/table.js';
import { SETTINGS } from '../../src/config/names.js';
import { SCHEMA } from '../../src/config/schema.js';
import { code, table } from './markdown.js';
import type { Page } from './page.js';

const COMPAT = `Anvil and Hardhat's node answer some requests differently, and tools rely on it. \`--compat\` selects which of the two Halley imitates:

- \`auto\`, the default: a request over HTTP whose \`User-Agent\` names Hardhat is answered as Hardhat's node answers, and every other request as Anvil does.
- \`hardhat\`: every request is answered as Hardhat's node answers. Choose it for Hardhat 2.2, whose requests name \`node-fetch/1.0\` as other programs' do, and behind a proxy that removes the header.
- \`anvil\`: every request is answered as Anvil does, also those of Hardhat.

It decides \`web3_clientVersion\`, the unit of \`evm_setIntervalMining\` (seconds for Anvil, milliseconds for Hardhat), whether a transaction that fails in its block is answered with its hash or with an error, the texts of failures, calls without funds, and the form of struct logs. \`HALLEY_COMPAT\` and \`compat\` in the table \`[devnet]\` of \`app.toml\` set it too.`;

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
        ({ flag, shortFlag, variable, file, path, former, setting: { kind, fallback, doc } }) => [
          [namesOf({ ...foreignFlag(flag), flag }), ...(shortFlag === undefined ? [] : [code(shortFlag)])].join(', '),
          code(variable),
          file === undefined ? '' : code(path),
          fallback === undefined ? '' : code(kind.write(fallback)),
          former === undefined ? doc : `${doc}. Its former name ${code(former.flag)} still works`,
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
