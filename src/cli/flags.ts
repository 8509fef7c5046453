/** Adds every setting as a flag of a command, adds the flags of Anvil and Hardhat, and reads the given ones. */
import { type Command, Help, Option } from 'commander';
import type { ForeignFlag } from '../config/foreign_flags/foreign_flag.js';
import { FOREIGN_FLAGS, foreignFlag } from '../config/foreign_flags/table.js';
import { type NamedSetting, SETTINGS } from '../config/names.js';
import { SCHEMA } from '../config/schema.js';
import { HalleyError } from '../kernel/errors.js';
import { EVM_RPC_PORT } from '../settings/default_ports.js';

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

const named = ({ short, flag }: { short?: string; flag: string }): string =>
  short === undefined ? flag : `${short}, ${flag}`;

/** Flags that `start --help` shows, in its order. `--help-all` shows the others too. */
const COMMON: readonly string[] = [
  ...['--port', '--fork-url', '--block-time', '--no-mining', '--accounts', '--balance', '--mnemonic', '--chain-id'],
  ...['--gas-limit', '--home', '--state', '--genesis', '--json-rpc.api', '--quiet', '--json', '--help', '--help-all'],
];

const COMMON_TITLE = 'Common flags:';

const HELP_WIDTH = 100;

const FOREIGN_HELP = `
Every other flag of Anvil and of the Hardhat node fails with a line that says what to use instead,
if anything. The page docs/reference/configuration.md lists all of them. With --compat hardhat2
or hardhat3 the devnet responds like that Hardhat node.`;

/** Makes `--help` print the common flags alone, and adds `--help-all`. */
export function addHelpFlags(command: Command): void {
  let showsAll = false;
  const place = ({ long }: Option): number => COMMON.indexOf(long ?? '');
  command
    .configureHelp({
      helpWidth: Math.min(process.stdout.columns ?? HELP_WIDTH, HELP_WIDTH),
      // Suggestions for a misspelled flag also read the visible options, and come from all.
      formatHelp(of, helper) {
        helper.visibleOptions = (given) => {
          const options = Help.prototype.visibleOptions.call(helper, given);
          const common = options.filter((option) => place(option) >= 0).sort((a, b) => place(a) - place(b));
          return showsAll ? [...common, ...options.filter((option) => place(option) < 0)] : common;
        };
        return Help.prototype.formatHelp.call(helper, of, helper);
      },
    })
    .addHelpOption(new Option('-h, --help', 'Print the common flags').helpGroup(COMMON_TITLE))
    .addOption(new Option('--help-all', 'Print all flags').helpGroup(COMMON_TITLE))
    .on('option:help-all', () => {
      showsAll = true;
      command.help();
    })
    .addHelpText('after', FOREIGN_HELP);
}

const groupOf = (flag: string, title: string): string => (COMMON.includes(flag) ? COMMON_TITLE : title);

const ALIASES = 'Flags of Anvil and Hardhat for settings of Halley:';

/**
 * Calls `add` when something first reads the options of the command: its parser, a help text, or the next call that
 * adds an option, so that their order stays. A run needs the options of one command; the others would take 5 ms of each
 * start.
 */
export function addOptionsLate(command: Command, add: () => void): void {
  const { options } = command;
  Object.defineProperty(command, 'options', {
    configurable: true,
    get() {
      Object.defineProperty(command, 'options', { value: options });
      add();
      return options;
    },
  });
}

/** Adds a flag for each setting that `only` lists by its flag or that is in one of the sections, when they are first read. */
export function addFlagsOf(command: Command, only: readonly string[], sections: readonly string[] = []): void {
  addOptionsLate(command, () => {
    for (const setting of SETTINGS)
      if (only.includes(setting.flag) || sections.includes(setting.section)) addSettingFlag(command, setting);
  });
}

/** Adds the flags of all settings, of Anvil and of Hardhat, when the flags are first read. */
export function addSettingFlags(command: Command): void {
  addOptionsLate(command, () => addAllFlags(command));
}

function addAllFlags(command: Command): void {
  for (const row of FOREIGN_FLAGS) addForeignFlag(command, row);
  for (const setting of SETTINGS)
    addSettingFlag(command, setting, groupOf(setting.flag, `${SCHEMA[setting.section].title}:`));
}

function addSettingFlag(command: Command, setting: NamedSetting, group = `${SCHEMA[setting.section].title}:`): void {
  const argument = argumentText(setting);
  const row = foreignFlag(setting.flag);
  const option = new FlagOption(`${named({ ...row, flag: setting.flag })}${argument}`, describe(setting));
  const { separator } = setting.setting.kind;
  if (separator !== undefined) option.argParser(joinedBy(separator));
  command.addOption(option.helpGroup(group));
  addSynonyms(command, row, argument);
}

function addForeignFlag(command: Command, row: ForeignFlag): void {
  switch (row.type) {
    case 'same':
      return;
    case 'alias': {
      const argument = row.kind.placeholder === '' ? '' : ` ${row.kind.placeholder}`;
      const option = new FlagOption(`${named(row)}${argument}`, row.doc).helpGroup(groupOf(row.flag, ALIASES));
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
