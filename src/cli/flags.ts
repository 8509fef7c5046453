/** Every setting as a flag of a command, and what was given of them. */
import { type Command, Option } from 'commander';
import { type NamedSetting, SETTINGS } from '../config/names.js';
import { SCHEMA } from '../config/schema.js';

function flagText({ flag, setting: { kind }, file }: NamedSetting): string {
  if (kind.placeholder !== '') return `${flag} ${kind.placeholder}`;
  return file === undefined || flag === '--no-mining' ? flag : `${flag} [boolean]`;
}

function describe({ setting: { doc, fallback, kind } }: NamedSetting): string {
  const plain = kind.placeholder === '' && fallback === false;
  return fallback === undefined || plain ? doc : `${doc} (default: ${kind.write(fallback)})`;
}

export function addSettingFlags(command: Command): void {
  for (const named of SETTINGS) {
    const option = new Option(flagText(named), describe(named)).helpGroup(`${SCHEMA[named.section].title}:`);
    command.addOption(option);
  }
}

/** By flag, as text; a switch is `true`. Only what stood on the command line. */
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
