/**
 * Combines flags, environment, files and defaults to one checked configuration. Flags override variables, variables
 * override files, and files override defaults. Errors name the place, the value and what was expected. An unknown name
 * is an error too, so that a misspelled key does not silently leave a default.
 */
import { HalleyError } from '../kernel/errors.js';
import { didYouMean } from '../settings/did_you_mean.js';
import { isAddress, type Kind, type TomlValue } from '../settings/kinds.js';
import type { ConfigFile } from '../settings/setting.js';
import type { AliasFlag, RefusedFlag } from './foreign_flags/foreign_flag.js';
import { FOREIGN_FLAGS, foreignFlag } from './foreign_flags/table.js';
import { isGenesisName } from './genesis_names.js';
import { whyIdle } from './idle_keys.js';
import { type NamedSetting, SETTINGS, VARIABLE_PREFIX } from './names.js';
import { type ResolvedConfig, SCHEMA, type SettingValues } from './schema.js';
import { isTable, type TomlTable } from './toml_table.js';

/** Configuration file that has been read. */
export interface LoadedFile {
  /** Path of the file, for messages. */
  readonly path: string;
  readonly table: TomlTable;
}

export interface Sources {
  /** Flags by name, `--json-rpc.address`; a switch is `true`. */
  readonly flags?: ReadonlyMap<string, string>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly files?: { readonly [F in NonNullable<ConfigFile>]?: LoadedFile };
}

function wrong(place: string, shown: string, raw: TomlValue, kind: Kind<unknown>): HalleyError {
  const { expected, refusal, isSecret } = kind;
  if (isSecret)
    return new HalleyError('invalid-config', `${place} is invalid: expected ${expected}`, { place, expected });
  const words = refusal?.(raw) ?? `expected ${expected}`;
  return new HalleyError('invalid-config', `${place} is ${shown}: ${words}`, { place, shown, expected });
}

const unknown = (what: string): HalleyError => new HalleyError('invalid-config', what);

/** Returns the checked configuration. Throws HalleyError `invalid-config`. */
export function resolveConfig(given: Sources = {}): ResolvedConfig {
  const sources = given.flags === undefined ? given : { ...given, flags: ownFlags(given, given.flags) };
  refuseUnknownFlags(sources.flags);
  refuseUnknownVariables(sources.env);
  for (const [file, loaded] of Object.entries(sources.files ?? {}))
    if (loaded !== undefined) refuseUnknownKeys(file as ConfigFile, loaded);
  const values = valuesFrom(sources);
  refuseContradictions(values);
  refuseForkContradictions(values.fork);
  return { ...values, addressSources: addressSources(sources, given.flags) };
}

/** Returns where each given address of a server comes from. `typed` are the flags before those of Anvil are replaced. */
function addressSources(sources: Sources, typed: Sources['flags']): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const named of SETTINGS) {
    if (!isAddress(named.setting.kind) || !isConfigured(named, sources)) continue;
    const { flag, variable, file, path } = named;
    const inFile = file === undefined ? path : `${sources.files?.[file]?.path ?? file}: ${path}`;
    const elsewhere = sources.env?.[variable] === undefined ? inFile : variable;
    found.set(flag, sources.flags?.has(flag) ? typedName(flag, typed) : elsewhere);
  }
  return found;
}

/** Returns the flag that was typed for a setting, which may be one of Anvil. */
function typedName(flag: string, typed: Sources['flags']): string {
  const aliases = FOREIGN_FLAGS.filter((row) => row.type === 'alias' && row.replaces === flag);
  const names = aliases.flatMap((row) => [row.flag, ...(row.synonyms ?? [])]);
  return names.filter((name) => typed?.has(name)).at(-1) ?? flag;
}

/** Access to the other settings, for flags of Anvil and Hardhat that depend on them. */
interface Resolution {
  /** Returns the values that follow from Halley's own flags, with variables, files and defaults. */
  values(own: ReadonlyMap<string, string>): SettingValues;
  /** Checks whether a flag, a variable or a file sets a setting of Halley. */
  isConfigured(flag: string): boolean;
}

const refuse = (message: string, facts: object = {}): HalleyError =>
  new HalleyError('invalid-config', message, { ...facts });

/**
 * Replaces the flags of Anvil and Hardhat among `given` by Halley's settings, before any other code reads them. Returns
 * Halley's own flags by name, as text. Throws HalleyError `invalid-config` for a refused flag, for an invalid value,
 * and for two flags that set the same setting.
 */
function withoutForeignFlags(
  given: ReadonlyMap<string, string>,
  { values, isConfigured }: Resolution,
): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  const aliased = new Map<AliasFlag, readonly [name: string, text: string]>();
  for (const [name, text] of given) {
    const row = foreignFlag(name);
    if (row?.type === 'refused') throw refuse(refusalOf(name, row));
    if (row?.type === 'alias') aliased.set(row, [name, text]);
    else own.set(row?.flag ?? name, text);
  }
  for (const row of FOREIGN_FLAGS) {
    const found = row.type === 'alias' ? aliased.get(row) : undefined;
    if (row.type !== 'alias' || found === undefined) continue;
    const [name, text] = found;
    if (row.replaces !== undefined && given.has(row.replaces))
      throw refuse(`${name} and ${row.replaces} exclude each other: give one of them`);
    const configured = { config: values(own), isConfigured };
    for (const [flag, value] of Object.entries(row.apply(checkedValue(row, name, text), configured)))
      own.set(flag, value);
  }
  return own;
}

function checkedValue({ kind }: AliasFlag, place: string, text: string): unknown {
  const value = kind.read(text);
  if (value !== undefined) return value;
  const { expected, isSecret } = kind;
  if (isSecret) throw refuse(`${place} is invalid: expected ${expected}`, { place, expected });
  throw refuse(`${place} is ${JSON.stringify(text)}: expected ${expected}`, { place, shown: text, expected });
}

/** Returns the one line that a refused flag prints. */
const refusalOf = (name: string, { tools, instead }: RefusedFlag): string =>
  `${name} is a flag of ${tools.join(' and ')} that Halley does not have: ${instead}`;

/** Replaces flags of Anvil and Hardhat, whose meaning may depend on settings of all sources. */
function ownFlags(sources: Sources, flags: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return withoutForeignFlags(flags, {
    values: (own) => valuesFrom({ ...sources, flags: own }),
    isConfigured: (flag) => SETTINGS.some((named) => named.flag === flag && isConfigured(named, sources)),
  });
}

/** Returns every setting's value, each checked by itself. */
function valuesFrom(sources: Sources): SettingValues {
  const sections: Record<string, Record<string, unknown>> = {};
  for (const named of SETTINGS) {
    const values = sections[named.section] ?? {};
    values[named.name] = valueFrom(named, sources);
    sections[named.section] = values;
  }
  return sections as unknown as SettingValues;
}

/** Checks whether a flag, a variable or a file sets the setting. */
function isConfigured(named: NamedSetting, { flags, env, files }: Sources): boolean {
  const file = named.file && files?.[named.file];
  return (
    flags?.has(named.flag) === true ||
    env?.[named.variable] !== undefined ||
    (file !== undefined && at(file.table, named.path) !== undefined)
  );
}

function valueFrom(named: NamedSetting, { flags, env, files }: Sources): unknown {
  const flag = flags?.get(named.flag);
  if (flag !== undefined) return fromText(named, named.flag, flag);
  const variable = env?.[named.variable];
  if (variable !== undefined) return fromText(named, named.variable, variable);
  const file = named.file && files?.[named.file];
  const value = file && at(file.table, named.path);
  if (file === undefined || value === undefined) return named.setting.fallback;
  return fromToml(named, `${file.path}: ${named.path}`, value);
}

function fromText({ setting: { kind } }: NamedSetting, place: string, text: string): unknown {
  const value = kind.read(text);
  if (value === undefined) throw wrong(place, JSON.stringify(text), text, kind);
  return value;
}

function fromToml({ setting: { kind } }: NamedSetting, place: string, raw: TomlValue): unknown {
  const read = kind.readToml ?? ((value: TomlValue) => (typeof value === 'string' ? kind.read(value) : undefined));
  const value = read(raw);
  const shown = typeof raw === 'bigint' ? `${raw}` : JSON.stringify(raw);
  if (value === undefined) throw wrong(place, shown, raw, kind);
  return value;
}

function at(table: TomlTable, path: string): TomlValue | undefined {
  let value: TomlValue | undefined = table;
  for (const key of path.split('.')) value = isTable(value) ? value[key] : undefined;
  return value;
}

/** Refuses settings of a fork without its URL, and two blocks. */
function refuseForkContradictions({ url, ...others }: SettingValues['fork']): void {
  const given = SETTINGS.filter(
    ({ section, name }) => section === 'fork' && others[name as keyof typeof others] !== undefined,
  ).map(({ flag }) => flag);
  const [first] = given;
  if (url === undefined && first !== undefined)
    throw new HalleyError('invalid-config', `${first} applies only to a fork: also give --fork-url`, { flag: first });
  const blocks = given.filter((flag) => flag === '--fork-block-number' || flag === '--fork-transaction-hash');
  const [one, other = /@\d+$/.test(url ?? '') ? 'the block of --fork-url' : undefined] = blocks;
  if (one !== undefined && other !== undefined)
    throw new HalleyError('invalid-config', `${one} and ${other} exclude each other: give one of them`);
}

function refuseUnknownFlags(flags: ReadonlyMap<string, string> | undefined): void {
  const known = SETTINGS.map(({ flag }) => flag);
  for (const flag of flags?.keys() ?? [])
    if (!known.includes(flag)) throw unknown(whyIdle(flag) ?? `unknown flag ${flag}${didYouMean(flag, known)}`);
}

function refuseUnknownVariables(env: Readonly<Record<string, string | undefined>> | undefined): void {
  const known = SETTINGS.map(({ variable }) => variable);
  for (const [name, value] of Object.entries(env ?? {}))
    if (value !== undefined && name.startsWith(VARIABLE_PREFIX) && !known.includes(name))
      throw unknown(whyIdle(name) ?? `unknown environment variable ${name}${didYouMean(name, known)}`);
}

function refuseUnknownKeys(file: ConfigFile, { path, table }: LoadedFile): void {
  const own = SETTINGS.filter((named) => named.file === file).map((named) => named.path);
  for (const key of leaves(table, '')) {
    if (own.includes(key)) continue;
    const elsewhere = SETTINGS.find((named) => named.path === key)?.file;
    const hint = elsewhere === undefined ? didYouMean(key, own) : ` (it belongs in ${elsewhere})`;
    const idle = whyIdle(key);
    throw unknown(`${path}: ${idle ?? `unknown key ${key}${hint}`}`);
  }
}

/** Yields the paths of all values, and of tables that contain no setting. */
function* leaves(table: TomlTable, prefix: string): Generator<string> {
  for (const [key, value] of Object.entries(table)) {
    const path = `${prefix}${key}`;
    if (isTable(value) && SETTINGS.some((named) => named.path.startsWith(`${path}.`))) yield* leaves(value, `${path}.`);
    else yield path;
  }
}

function refuseContradictions({ run, devnet, genesis, rpc, tls }: SettingValues): void {
  if (devnet.noMining && devnet.blockTime !== undefined)
    throw unknown('--no-mining and --block-time exclude each other: blocks are mined on request or at an interval');
  if (devnet.mixedMining && devnet.blockTime === undefined)
    throw unknown('--mixed-mining needs --block-time: it adds blocks at that interval to those of transactions');
  if (devnet.miningMode !== undefined && (devnet.noMining || devnet.blockTime !== undefined))
    throw unknown('--mining-mode excludes --no-mining and --block-time, which mean manual and interval');
  if (genesis.codeSizeLimit !== undefined && genesis.allowUnlimitedContractSize)
    throw unknown('--code-size-limit and --disable-code-size-limit exclude each other: the second means no limit');
  if (genesis.disableBlockGasLimit && genesis.gasLimit !== undefined)
    throw unknown('--disable-block-gas-limit and --gas-limit exclude each other: the first means no limit');
  if (genesis.mnemonicRandom !== undefined && devnet.mnemonic !== SCHEMA.devnet.settings.mnemonic.fallback)
    throw unknown('--mnemonic-random and --mnemonic exclude each other: the words are either new or yours');
  if (run.genesis !== undefined && isGenesisName(run.genesis))
    refuseGenesisSettings(genesis, `the document ${run.genesis}`);
  refuseStateContradictions(run, genesis);
  refuseRpcContradictions(rpc);
  refuseHalfTls('tls', { 'certificate-path': tls.certificatePath, 'key-path': tls.keyPath });
}

/** Refuses two state files in one role, and a number that the state file has already. */
function refuseStateContradictions(
  { state, loadState, dumpState, stateIntervalMs }: ResolvedConfig['run'],
  { number }: ResolvedConfig['genesis'],
): void {
  if (state !== undefined && (loadState !== undefined || dumpState !== undefined))
    throw unknown('--state excludes --load-state and --dump-state: it loads and writes one file');
  if (stateIntervalMs !== undefined && state === undefined && dumpState === undefined)
    throw unknown('--state-interval needs --state or --dump-state: it sets how often the file is written');
  if (number !== undefined && loadState !== undefined)
    throw unknown('--number and --load-state exclude each other: the chain continues at the number of the state file');
}

/**
 * Refuses contradictory settings of the CometBFT RPC. The first error is the engine's own text (config.go,
 * `RPCConfig.ValidateBasic`).
 */
function refuseRpcContradictions(rpc: ResolvedConfig['rpc']): void {
  const { subscriptionBuffer, writeQueue } = rpc;
  if (writeQueue < subscriptionBuffer)
    throw unknown(
      `experimental_websocket_write_buffer_size must be >= experimental_subscription_buffer_size (${subscriptionBuffer})`,
    );
  refuseHalfTls('rpc', { tls_cert_file: rpc.tlsCertFile, tls_key_file: rpc.tlsKeyFile });
}

/** Refuses one file of a pair without the other. `files` maps the two keys to paths. */
function refuseHalfTls(table: string, files: Readonly<Record<string, string>>): void {
  const given = Object.keys(files).filter((key) => files[key] !== '');
  const missing = Object.keys(files).find((key) => files[key] === '');
  if (given.length === 1) throw unknown(`${table}.${given[0]} is set and ${table}.${missing} is not: HTTPS needs both`);
}

/** Refuses settings for a new chain when the chain's genesis exists. `owner` names the file that defines the chain. */
export function refuseGenesisSettings(genesis: ResolvedConfig['genesis'], owner: string): void {
  for (const named of SETTINGS) {
    if (named.section !== 'genesis') continue;
    const value = Object.entries(genesis).find(([name]) => name === named.name)?.[1];
    if (value !== undefined)
      throw unknown(`${named.flag} applies only to a new chain, but ${owner} already defines the chain`);
  }
}
