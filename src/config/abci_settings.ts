/**
 * Reads the settings of `halley app` that other commands do not have: flags first, then the table `[abci]` of app.toml,
 * then defaults.
 */
import { HalleyError } from '../kernel/errors.js';
import { didYouMean } from '../settings/did_you_mean.js';
import type { LoadedFile } from './resolve.js';
import { isTable, type TomlTable } from './toml_table.js';

export interface AbciSettings {
  /** Address at which ABCI listens. */
  readonly address: string;
  /** URL of the engine's RPC. */
  readonly node: string;
  /** Fewest blocks that the engine retains; 0n retains all. */
  readonly minRetainBlocks: bigint;
  /** Makes a snapshot for state sync at each multiple of this height; 0n makes none. */
  readonly snapshotInterval: bigint;
  readonly snapshotKeepRecent: bigint;
}

export const ABCI_DEFAULTS: AbciSettings = {
  address: 'tcp://127.0.0.1:26658',
  node: 'http://127.0.0.1:26657',
  minRetainBlocks: 0n,
  snapshotInterval: 0n,
  snapshotKeepRecent: 2n,
};

/** Flags of the settings, and their keys in the table. */
export const ABCI_FLAGS = {
  abci: 'address',
  node: 'node',
  'min-retain-blocks': 'min-retain-blocks',
  'snapshot-interval': 'snapshot-interval',
  'snapshot-keep-recent': 'snapshot-keep-recent',
} as const;

type Key = (typeof ABCI_FLAGS)[keyof typeof ABCI_FLAGS];

/** Returns the settings, and the rest of the file. Throws HalleyError `invalid-config` for an unknown key or a bad value. */
export function readAbciSettings(
  flags: Readonly<Partial<Record<keyof typeof ABCI_FLAGS, string>>>,
  file: LoadedFile | undefined,
): { readonly settings: AbciSettings; readonly rest: LoadedFile | undefined } {
  const { abci: given = {}, ...rest }: TomlTable = file?.table ?? {};
  const table = tableOf(given, file?.path ?? 'app.toml');
  const text = (flag: keyof typeof ABCI_FLAGS, fallback: string): string => {
    const value = flags[flag] ?? table[ABCI_FLAGS[flag]] ?? fallback;
    return String(value);
  };
  const number = (flag: keyof typeof ABCI_FLAGS, fallback: bigint): bigint => {
    const value = text(flag, `${fallback}`);
    if (/^\d{1,18}$/.test(value)) return BigInt(value);
    throw new HalleyError('invalid-config', `--${flag} is "${value}": expected a whole number, at least 0`);
  };
  return {
    settings: {
      address: text('abci', ABCI_DEFAULTS.address),
      node: text('node', ABCI_DEFAULTS.node),
      minRetainBlocks: number('min-retain-blocks', ABCI_DEFAULTS.minRetainBlocks),
      snapshotInterval: number('snapshot-interval', ABCI_DEFAULTS.snapshotInterval),
      snapshotKeepRecent: number('snapshot-keep-recent', ABCI_DEFAULTS.snapshotKeepRecent),
    },
    rest: file && { ...file, table: rest },
  };
}

function tableOf(given: unknown, path: string): Partial<Record<Key, unknown>> {
  const keys: readonly string[] = Object.values(ABCI_FLAGS);
  if (!isTable(given as never)) throw new HalleyError('invalid-config', `${path}: abci is not a table`);
  for (const key of Object.keys(given as object))
    if (!keys.includes(key))
      throw new HalleyError('invalid-config', `${path}: unknown key abci.${key}${didYouMean(key, keys)}`);
  return given as Partial<Record<Key, unknown>>;
}
