/** Defines the options of `createEngine`. Those that a devnet has too mean the same. */
import type { Application } from '../../abci/application.js';
import { HalleyError } from '../../kernel/errors.js';
import { isRecord } from '../../settings/reader.js';
import { refusedOption } from '../../settings/refused_option.js';
import type { ValidatorKey } from '../../simulation/index.js';
import { loadFaults } from '../faults/read_fault.js';
import { type DevnetOptions, readDevnetOptions } from '../options/devnet_options.js';

/** Options that an engine has in common with a devnet. */
const SHARED = [
  ...['genesis', 'home', 'seed', 'validators', 'timestamp', 'miningMode', 'faults', 'clock', 'timeouts', 'mempool'],
  ...['automineBatch', 'dashboard', 'moniker', 'rpc', 'log', 'onBug', 'onDamage', 'onStorageWarning', 'onFatal'],
] as const;

type SharedOptions = Pick<
  DevnetOptions,
  | 'automineBatch'
  | 'clock'
  | 'dashboard'
  | 'faults'
  | 'home'
  | 'log'
  | 'mempool'
  | 'miningMode'
  | 'moniker'
  | 'onBug'
  | 'onDamage'
  | 'onFatal'
  | 'onStorageWarning'
  | 'rpc'
  | 'seed'
  | 'timeouts'
  | 'timestamp'
>;

type EngineApp = string | Application;

export interface EngineOptions extends SharedOptions {
  /**
   * Application: where it serves ABCI (`tcp://127.0.0.1:26658`, `unix:///path`), or an object of this process. A list has
   * one for each node; the first block that two execute differently stops the engine with the answers of both.
   */
  readonly app?: EngineApp | readonly EngineApp[];
  /**
   * Shell command that serves the application, or a list with one for each node. The engine starts and ends it.
   * `{address}` stands for the address at which it must serve ABCI, and `{home}` for the folder of its data. Only
   * applications with a command can go back and start again.
   */
  readonly appCommand?: string | readonly string[];
  /** Whether an application with a command is started again when it ends. The default is false: the engine stops. */
  readonly appRestart?: boolean;
  /**
   * Genesis document of CometBFT or of the SDK as parsed JSON. Without it the chain in `home` continues, or one without
   * application state begins.
   */
  readonly genesis?: unknown;
  /**
   * Number of simulated validators, which replace those of the document. Without it the document's sign with `keys`; a
   * document without validators gets four.
   */
  readonly validators?: number;
  /** Parsed `priv_validator_key.json` files of the document's validators, in the order of the nodes. */
  readonly keys?: readonly unknown[];
  /**
   * Receives a line about a call that an application in another process has not answered for ten seconds, and about an
   * application that was started again.
   */
  readonly onSlow?: (line: string) => void;
}

/** Options after their checks. */
export interface CheckedEngineOptions extends SharedOptions, Pick<EngineOptions, 'genesis' | 'onSlow' | 'validators'> {
  readonly app: readonly EngineApp[];
  readonly appCommand: readonly string[];
  readonly appRestart: boolean;
  readonly keys: readonly ValidatorKey[];
}

/** Throws HalleyError `invalid-argument`, or `invalid-config` for a key file. */
export async function checkEngineOptions(given: EngineOptions): Promise<CheckedEngineOptions> {
  if (!isRecord(given)) throw refusedOption('createEngine', given, 'an object with app');
  if (given['faults'] !== undefined) await loadFaults();
  const { app = [], appCommand = [], appRestart = false, keys = [], onSlow, ...shared } = given as EngineOptions;
  const apps = [app].flat();
  const commands = readCommands(appCommand);
  if (apps.length + commands.length === 0 || !apps.every(isApplication))
    throw refusedOption(
      'app',
      app,
      'an address such as "tcp://127.0.0.1:26658", or an object with the calls of ABCI, or a list of these; or appCommand',
    );
  if (typeof appRestart !== 'boolean') throw refusedOption('appRestart', appRestart, 'true or false');
  if (appRestart && apps.length > 0)
    throw new HalleyError('invalid-argument', 'appRestart needs appCommand for all applications: app has none');
  if (onSlow !== undefined && typeof onSlow !== 'function') throw refusedOption('onSlow', onSlow, 'a function');
  if (new Set(apps).size < apps.length)
    throw new HalleyError(
      'invalid-argument',
      'app names an application twice, which would execute each block twice: run one for each validator',
    );
  const foreign = Object.keys(shared).find((name) => !SHARED.some((known) => known === name));
  if (foreign !== undefined)
    throw new HalleyError(
      'invalid-argument',
      `${foreign} is no option of createEngine: expected app, appCommand, appRestart, keys, onSlow, ${SHARED.join(', ')}; what belongs to Halley's own application, such as the EVM JSON-RPC, is an option of createDevnet`,
      { option: foreign },
    );
  if (typeof shared.genesis === 'string') throw refusedOption('genesis', shared.genesis, 'a document as parsed JSON');
  if (!Array.isArray(keys)) throw refusedOption('keys', keys, 'a list of parsed priv_validator_key.json files');
  if (keys.length > 0 && shared.validators !== undefined)
    throw new HalleyError('invalid-argument', 'keys and validators exclude each other: keys are those of the document');
  const { genesis, validators, ...options } = readDevnetOptions(shared);
  const readKeys = keys.length === 0 ? undefined : (await import('./key_files.js')).readKeys;
  const programs = { app: apps, appCommand: commands, appRestart };
  return {
    ...options,
    ...(onSlow && { onSlow }),
    ...programs,
    genesis,
    validators,
    keys: (await readKeys?.(keys)) ?? [],
  };
}

/** Throws HalleyError `invalid-argument` for a command that does not say where it serves ABCI. */
function readCommands(given: unknown): readonly string[] {
  const commands: readonly unknown[] = [given].flat();
  for (const command of commands)
    if (typeof command !== 'string' || !command.includes('{address}'))
      throw refusedOption(
        'appCommand',
        command,
        'a command with {address}, such as "simd start --with-comet=false --transport socket --address {address} --home {home}"',
      );
  return commands as readonly string[];
}

const CALLS = [
  ...['info', 'initChain', 'checkTx', 'prepareProposal', 'processProposal', 'extendVote', 'verifyVoteExtension'],
  ...['finalizeBlock', 'commit', 'query'],
];

const isApplication = (app: unknown): app is EngineApp =>
  typeof app === 'string'
    ? app !== ''
    : typeof app === 'object' && app !== null && CALLS.every((name) => typeof (app as never)[name] === 'function');
