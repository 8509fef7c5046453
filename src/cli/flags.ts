/** Adds every setting as a flag of a command, adds the flags of Anvil and Hardhat, and reads the given ones. */
import { type Command, Option } from 'commander';
import type { ForeignFlag } from '../config/foreign_flags/foreign_flag.js';
import { FOREIGN_FLAGS, foreignFlag } from '../config/foreign_flags/table.js';
import { type NamedSetting, SETTINGS } from '../config/names.js';
import { SCHEMA } from '../config/schema.js';
import { HalleyError } from '../kernel/errors.js';
import { EVM_RPC_PORT } from '../settings/default_ports.js';
import { addOptionsLate } from './late_options.js';

/**
 * Stores values by the flag's own name. In commander's camel case `--blockTime` and `--block-time` would be one name.
 */
class FlagOption extends Option {
  override attributeName(): string {
    return this.long ?? '';
  }
}

/** Returns the text after the flag's name: ` <port>`, ` [boolean]`, or nothing for a switch. */
function argumentText({ flag, setting: { kind }, file }: NamedSetting): string {
  if (kind.placeholder !== '') return ` ${kind.placeholder}`;
  return file === undefined || flag === '--no-mining' ? '' : ' [boolean]';
}

function describe({ setting: { doc, fallback, kind } }: NamedSetting): string {
  const plain = kind.placeholder === '' && fallback === false;
  return fallback === undefined || plain ? doc : `${doc} (default: ${kind.write(fallback)})`;
}

const named = ({ short, flag }: Pick<ForeignFlag, 'short' | 'flag'>): string =>
  short === undefined ? flag : `${short}, ${flag}`;

/** Is the end of the help of `start`. */
export const FOREIGN_HELP = [
  'Every other flag of Anvil and of the Hardhat node fails with a line that says what to use instead, if anything.',
  'The page docs/reference/configuration.md lists all of them. With --compat hardhat2 or hardhat3 the devnet responds like that Hardhat node.',
].join('\n');

const ALIASES = 'Flags of Anvil and Hardhat for settings of Halley:';

/** Adds a flag for each setting that `only` lists by its flag, when the flags are first read. */
export function addFlagsOf(command: Command, only: readonly string[]): void {
  addOptionsLate(command, () => {
    for (const setting of SETTINGS) if (only.includes(setting.flag)) addSettingFlag(command, setting);
  });
}

/** Adds the flags of all settings, of Anvil and of Hardhat, when the flags are first read. */
export function addSettingFlags(command: Command): void {
  addOptionsLate(command, () => addAllFlags(command));
}

function addAllFlags(command: Command): void {
  const [first] = SETTINGS as readonly [NamedSetting];
  for (const setting of SETTINGS) if (setting.section === first.section) addSettingFlag(command, setting);
  // Users of those tools look for --port at the top.
  for (const row of FOREIGN_FLAGS) addForeignFlag(command, row);
  for (const setting of SETTINGS) if (setting.section !== first.section) addSettingFlag(command, setting);
}

function addSettingFlag(command: Command, setting: NamedSetting): void {
  const argument = argumentText(setting);
  const row = foreignFlag(setting.flag);
  const option = new FlagOption(`${named({ ...row, flag: setting.flag })}${argument}`, describe(setting));
  const { separator } = setting.setting.kind;
  if (separator !== undefined) option.argParser(joinedBy(separator));
  command.addOption(option.helpGroup(`${SCHEMA[setting.section].title}:`));
  addSynonyms(command, row, argument);
  if (setting.shortFlag !== undefined)
    command.addOption(
      new FlagOption(`${setting.shortFlag}${argument}`, `Short name of ${setting.flag}`).helpGroup(
        `${SCHEMA[setting.section].title}:`,
      ),
    );
  if (setting.former !== undefined) command.addOption(new FlagOption(`${setting.former.flag}${argument}`).hideHelp());
}

function addForeignFlag(command: Command, row: ForeignFlag): void {
  switch (row.type) {
    case 'same':
      return;
    case 'alias': {
      const argument = row.kind.placeholder === '' ? '' : ` ${row.kind.placeholder}`;
      const option = new FlagOption(`${named(row)}${argument}`, row.doc).helpGroup(ALIASES);
      command.addOption(row.repeats ? option.argParser(joinedBy(',')) : option);
      addSynonyms(command, row, argument);
      return;
    }
    case 'refused':
      // It takes an optional value, so that the error is about the flag itself.
      command.addOption(new FlagOption(`${named(row)} [value]`).hideHelp());
      addSynonyms(command, row, ' [value]');
  }
}

/** Joins the values of a flag that is given several times. */
const joinedBy =
  (separator: string) =>
  (value: string, before: string | undefined): string =>
    before === undefined ? value : `${before}${separator}${value}`;

function addSynonyms(command: Command, row: ForeignFlag | undefined, argument: string): void {
  for (const synonym of row?.synonyms ?? []) command.addOption(new FlagOption(`${synonym}${argument}`).hideHelp());
}

/** Refuses any argument that is no flag, with an error that names it. */
export function refuseWords(command: Command): void {
  command.allowExcessArguments(true).hook('preAction', (_, { args: [word] }) => {
    if (word === undefined) return;
    const example = `halley ${command.name()} --port ${EVM_RPC_PORT}`;
    throw new HalleyError('invalid-config', `"${word}" is not a flag: expected only flags, such as ${example}`, {
      word,
    });
  });
}

/** Returns the flags of the command line, as text by flag; a switch is `true`. */
export function givenFlags(command: Command): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const option of command.options) {
    const name = option.attributeName();
    if (option.long === undefined || command.getOptionValueSource(name) !== 'cli') continue;
    const value: unknown = command.getOptionValue(name);
    given.set(option.long, option.negate ? String(value === false) : String(value));
  }
  return given;
}
