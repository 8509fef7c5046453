/**
 * Manages the home folder of a persistent chain: `config/app.toml`, `config/config.toml`, `config/genesis.json`, and
 * the blocks in `data`. It never overwrites a file.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { configFileText, isSecretFile } from '../config/file_text.js';
import { homeFiles, readGenesisFile } from '../config/files.js';
import { genesisText } from '../config/genesis_forms/history/genesis_text.js';
import type { NewChain } from '../config/genesis_forms/new_chain.js';
import { OWNER_ONLY } from '../config/mnemonic.js';
import { refuseGenesisSettings } from '../config/resolve.js';
import type { ResolvedConfig } from '../config/schema.js';
import { clockOf } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';
import { formatTime } from '../kernel/time.js';
import { makeFolder } from '../storage/make_folder.js';
import { chosenGenesis } from './chosen_genesis.js';

/** Adds the present time to a document without a time, because a persistent chain always starts at the same instant. */
function dated(document: unknown, { clock, seed }: ResolvedConfig['devnet']): unknown {
  if (typeof document !== 'object' || document === null || 'genesis_time' in document) return document;
  return { genesis_time: formatTime(clockOf(clock, seed).now()), ...document };
}

/** Returns the folder's files that exist. */
export const existingFiles = (home: string): string[] =>
  Object.values(homeFiles(home)).filter((file) => existsSync(file));

/** Writes a file atomically: no process ever sees a part of it, even when this process is killed. */
function writeWhole(file: string, text: string, mode: number | undefined): void {
  const begun = `${file}.new`;
  writeFileSync(begun, text, { mode });
  renameSync(begun, file);
}

/**
 * Writes the files that are missing, and returns their paths. The caller must hold the lock of the home. Throws
 * HalleyError `invalid-config` when a file cannot be written.
 */
export async function writeHome(home: string, config: ResolvedConfig): Promise<readonly string[]> {
  return writeFiles(home, config, await chosenGenesis(config));
}

function writeFiles(home: string, config: ResolvedConfig, { document, privateKeys }: NewChain): readonly string[] {
  if (privateKeys !== undefined)
    throw new HalleyError(
      'invalid-config',
      `--genesis ${config.run.genesis} has keys of accounts, which the folder of --home does not store: use --mnemonic, --accounts and --balance, or omit --home`,
    );
  const files = homeFiles(home);
  const texts = {
    [files.app]: () => configFileText('app.toml', config),
    [files.config]: () => configFileText('config.toml', config),
    [files.genesis]: () => genesisText(dated(document, config.devnet)),
  };
  const secret = isSecretFile('app.toml', config) ? files.app : undefined;
  const missing = Object.entries(texts).filter(([file]) => !existsSync(file));
  try {
    makeFolder(dirname(files.app));
    for (const [file, text] of missing) writeWhole(file, text(), file === secret ? OWNER_ONLY : undefined);
  } catch (error) {
    throw new HalleyError('invalid-config', `--home is "${home}": ${(error as Error).message}`, { home });
  }
  return missing.map(([file]) => file);
}

/** Returns the file that defines the chain in `home`, or undefined where no chain exists. */
export function ownerOf(home: string): string | undefined {
  const { genesis, chain } = homeFiles(home);
  return [genesis, chain].find((file) => existsSync(file));
}

/**
 * Returns the genesis of the chain in `home`, and writes that of a new chain when there is none. Its document is
 * undefined when the file is missing; the stored chain then defines itself.
 */
export async function genesisOfHome(home: string, config: ResolvedConfig): Promise<NewChain> {
  const { genesis, chain } = homeFiles(home);
  const owner = ownerOf(home);
  if (owner === undefined) {
    const chosen = await chosenGenesis(config);
    writeFiles(home, config, chosen);
    return { ...chosen, document: readGenesisFile(genesis) };
  }
  refuseGenesisSettings(config.genesis, owner);
  const { genesis: document, loadState } = config.run;
  const flag = document === undefined ? loadState && '--load-state' : '--genesis';
  if (flag !== undefined)
    throw new HalleyError(
      'invalid-config',
      `${flag} applies only to a new chain, but ${owner} already defines the chain`,
    );
  return {
    document: owner === chain ? undefined : readGenesisFile(genesis),
    timestamp: undefined,
    privateKeys: undefined,
  };
}
