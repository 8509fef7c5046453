/** Formats the configuration files that `halley init` writes: every key with a comment and its value. */

import type { ConfigFile, Section, Setting } from '../settings/setting.js';
import { isSecret } from './mnemonic.js';
import { type ResolvedConfig, SCHEMA } from './schema.js';

const HEADER: Readonly<Record<NonNullable<ConfigFile>, string>> = {
  'app.toml': 'Halley: the application, its EVM JSON-RPC and the devnet.',
  'config.toml': 'Halley: the CometBFT RPC, the mempool and consensus.',
};

function settingText({ key, kind, doc }: Setting<unknown>, value: unknown): string {
  const line = `${key} = ${kind.write(value)}`;
  return `# ${doc}\n${value === undefined ? `# ${line}` : line}\n`;
}

/** Selects the settings of a file, by section and name. */
export type SettingFilter = (section: keyof ResolvedConfig, name: string) => boolean;

type AnySection = Section<Record<string, Setting<unknown>>>;

function sectionText({ table, title, settings }: AnySection, values: object, has: (name: string) => boolean): string {
  const head = table === '' ? `## ${title}\n` : `## ${title}\n[${table}]\n`;
  const byName = new Map<string, unknown>(Object.entries(values));
  const lines = Object.entries(settings)
    .filter(([name]) => has(name))
    .map(([name, setting]) => settingText(setting, byName.get(name)));
  return [head, ...lines].join('\n');
}

const SECRET_NOTE =
  '# This file contains a mnemonic, and thereby keys. Only its owner may read it (mode 600); do not share it.\n';

/** Checks whether the file contains secrets that only its owner may read. */
export const isSecretFile = (file: NonNullable<ConfigFile>, { devnet }: ResolvedConfig): boolean =>
  file === SCHEMA.devnet.file && isSecret(devnet.mnemonic);

/**
 * Returns the text of a file, with all of its settings or those that `has` selects. Settings without a value appear as
 * comments with an example.
 */
export function configFileText(
  file: NonNullable<ConfigFile>,
  config: ResolvedConfig,
  has: SettingFilter = () => true,
): string {
  const sections = Object.entries(SCHEMA)
    .filter(([, section]) => section.file === file)
    .sort(([, a], [, b]) => Number(a.table !== '') - Number(b.table !== ''));
  const texts = sections.map(([key, section]) => {
    const name = key as keyof ResolvedConfig;
    return sectionText(section, config[name], (setting) => has(name, setting));
  });
  const note = isSecretFile(file, config) ? SECRET_NOTE : '';
  return `# ${HEADER[file]}\n# Flags and HALLEY_ variables override this file.\n${note}\n${texts.join('\n')}`;
}
