/** Formats the configuration files that `halley init` writes: every key with a comment and its value. */

import { isAddress } from '../settings/kinds.js';
import type { ConfigFile, Section, Setting } from '../settings/setting.js';
import { isSecret } from './mnemonic.js';
import { type ResolvedConfig, SCHEMA, type SettingValues } from './schema.js';

const HEADER: Readonly<Record<NonNullable<ConfigFile>, string>> = {
  'app.toml': 'Halley: the application, its EVM JSON-RPC and the devnet.',
  'config.toml': 'Halley: the CometBFT RPC, the mempool and consensus.',
};

function settingText({ key, kind, doc, fallback }: Setting<unknown>, value: unknown, isFixed: boolean): string {
  const line = `${key} = ${kind.write(value)}`;
  // A server whose address is in the file never uses another port, even with --free-ports.
  const isOpen = value === undefined || (!isFixed && isAddress(kind) && value === fallback);
  return `# ${doc}\n${isOpen ? `# ${line}` : line}\n`;
}

/** Selects a part of a file. */
export interface FileSelection {
  /** Decides whether the file has a setting. A section without settings is left out. */
  has(section: keyof SettingValues, name: string): boolean;
  /** Description of the file where it has not all parts. */
  readonly header?: string;
  /** Returns the title of a section where it differs. */
  titleOf?(section: keyof SettingValues): string | undefined;
  /** Whether servers keep default addresses too. The default is false: such an address is a comment. */
  readonly hasFixedAddresses?: boolean;
}

const ALL: FileSelection = { has: () => true };

type AnySection = Section<Record<string, Setting<unknown>>>;

function sectionText({ table, title, settings }: AnySection, values: object, isFixed: boolean): string {
  const head = table === '' ? `## ${title}\n` : `## ${title}\n[${table}]\n`;
  const byName = new Map<string, unknown>(Object.entries(values));
  const texts = Object.entries(settings).map(([name, setting]) => settingText(setting, byName.get(name), isFixed));
  return [head, ...texts].join('\n');
}

/** Returns the selected part of a section, or nothing. */
function selected(name: keyof SettingValues, section: AnySection, { has, titleOf }: FileSelection): AnySection[] {
  const settings = Object.entries(section.settings).filter(([setting]) => has(name, setting));
  if (settings.length === 0) return [];
  return [{ ...section, title: titleOf?.(name) ?? section.title, settings: Object.fromEntries(settings) }];
}

const SECRET_NOTE =
  '# This file contains a mnemonic, and thereby keys. Only its owner may read it (mode 600); do not share it.\n';

/** Checks whether the file contains secrets that only its owner may read. */
export const isSecretFile = (file: NonNullable<ConfigFile>, { devnet }: ResolvedConfig): boolean =>
  file === SCHEMA.devnet.file && isSecret(devnet.mnemonic);

/**
 * Returns the text of a file, or of a part of it. Settings without a value appear as comments with an example, and
 * default addresses as comments.
 */
export function configFileText(
  file: NonNullable<ConfigFile>,
  config: ResolvedConfig,
  selection: FileSelection = ALL,
): string {
  const sections = Object.entries(SCHEMA)
    .filter(([, section]) => section.file === file)
    .sort(([, a], [, b]) => Number(a.table !== '') - Number(b.table !== ''));
  const texts = sections.flatMap(([key, section]) => {
    const name = key as keyof SettingValues;
    const isFixed = selection.hasFixedAddresses ?? false;
    return selected(name, section, selection).map((part) => sectionText(part, config[name], isFixed));
  });
  const note = isSecretFile(file, config) ? SECRET_NOTE : '';
  return `# ${selection.header ?? HEADER[file]}\n# Flags and HALLEY_ variables override this file.\n${note}\n${texts.join('\n')}`;
}
