/** Implements `halley engine`: the simulated network under the application of another program. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readConfigJson } from '../../config/files.js';
import { resolveConfig } from '../../config/resolve.js';
import type { Engine } from '../../devnet/index.js';
import { HalleyError } from '../../kernel/errors.js';
import { addEngineInit } from '../engine_init.js';
import { addFlagsOf, givenFlags, refuseWords } from '../flags.js';
import { reportError } from '../report_error.js';
import { table } from '../table.js';

/** Sections whose settings apply to the network of any application. */
const SECTIONS: readonly string[] = ['rpc', 'mempool', 'consensus', 'dashboard'];
/** Further settings that apply. */
const FLAGS = [
  ...['--automine-batch', '--block-time', '--clock', '--color', '--fault', '--free-ports', '--genesis', '--home'],
  ...['--json', '--mining-mode', '--mixed-mining', '--moniker', '--no-mining', '--quiet', '--seed', '--silent'],
  ...['--validators'],
];
const OWN_FLAGS: readonly string[] = ['--app', '--app-command', '--app-restart', '--keys'];
const KEY_FILE = 'priv_validator_key.json';

export function engine(program: Command): void {
  const command = program
    .command('engine')
    .description(
      'Run the simulated validators under any application of ABCI 2.0, such as "simd start --with-comet=false --transport socket"; Ctrl-C stops it. What belongs to Halley\'s own application, such as the EVM JSON-RPC, is absent',
    )
    .summary('Run the simulated validators under any Cosmos application')
    .option(
      '--app <address>',
      'Where the application serves ABCI: tcp://host:port or unix:///path; repeat it for an application of each validator, whose answers are compared',
      repeated,
    )
    .option(
      '--app-command <command>',
      'Shell command that serves the application at {address} with its data in {home}, such as "simd start --with-comet=false --transport socket --address {address} --home {home}"; the engine starts and ends it; repeat it as --app',
      repeated,
    )
    .option('--app-restart', 'Start the application of --app-command again when it ends; without it the engine stops')
    .option('--keys <path>', `A ${KEY_FILE} of the genesis document's validator, or a folder of such files`);
  addFlagsOf(command, FLAGS, SECTIONS);
  refuseWords(command);
  addEngineInit(command.enablePositionalOptions());
  command.action(() => run(command));
}

const repeated = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

interface OwnOptions {
  readonly app?: readonly string[];
  readonly appCommand?: readonly string[];
  readonly appRestart?: boolean;
  readonly keys?: string;
}

async function run(command: Command): Promise<void> {
  const { app = [], appCommand = [], appRestart = false, keys } = command.opts<OwnOptions>();
  if (app.length + appCommand.length === 0)
    throw new HalleyError('invalid-config', 'no application: give its address (--app) or its command (--app-command)');
  const flags = new Map([...givenFlags(command)].filter(([flag]) => !OWN_FLAGS.includes(flag)));
  const config = resolveConfig({ flags, env: process.env, files: {} });
  const [{ createEngine }, { engineOptions, withTypedAddress }, { logTo }, { closeOnSignals }] = await Promise.all([
    import('../../devnet/index.js'),
    import('../devnet_options.js'),
    import('../log/log.js'),
    import('../signals.js'),
  ]);
  const { json, quiet, silent } = config.run;
  const log = quiet || silent ? undefined : logTo(process.stdout, config.run);
  const running = await createEngine({
    ...(await engineOptions(config)),
    ...{ app, appCommand, appRestart },
    keys: keys === undefined ? [] : keyFiles(keys).map((file) => readConfigJson(file, 'the key')),
    log: log?.listener,
    onBug: (where, error) => reportError(error, `bug in ${where}: `),
    onDamage: (error) => reportError(error),
    onStorageWarning: (text) => process.stderr.write(`halley: warning: ${text}\n`),
    onSlow: (line) => process.stderr.write(`halley: warning: ${line}\n`),
    onFatal: (error, closed) => {
      reportError(error);
      process.exitCode = 1;
      void closed.then(() => process.exit());
    },
  }).catch((error: unknown) => {
    throw withTypedAddress(error, config);
  });
  closeOnSignals(async () => {
    await running.close();
    log?.end();
  });
  if (json) process.stdout.write(`${JSON.stringify(factsOf(running, [...app, ...appCommand]))}\n`);
  else if (!silent) process.stdout.write(bannerOf(running, [...app, ...appCommand]));
  log?.open();
}

/** Returns the key file, or those of a folder, by name. Throws HalleyError `invalid-config` for a path without key files. */
function keyFiles(path: string): readonly string[] {
  if (path.endsWith('.json')) return [path];
  const names = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.json')) : [];
  // The configuration folder of a node has other files too.
  const own = names.includes(KEY_FILE) ? [KEY_FILE] : names;
  if (own.length > 0) return own.sort().map((name) => join(path, name));
  throw new HalleyError('invalid-config', `--keys ${path}: expected a ${KEY_FILE}, or a folder of such files`, {
    path,
  });
}

const factsOf = ({ chainId, height, appHash, urls, validators }: Engine, app: readonly string[]) => ({
  chainId,
  height: Number(height),
  appHash,
  applications: app,
  urls,
  validators: validators.map(({ name, address, power }) => ({ name, address, power: `${power}` })),
});

function bannerOf({ chainId, height, urls, validators }: Engine, app: readonly string[]): string {
  const rows = [
    ['Chain id', chainId],
    ['Application', app.join(', ')],
    ['CometBFT RPC', urls.cometRpcAll.join(', ') || 'none'],
    ['Dashboard', urls.dashboard ?? 'none'],
    ['Height', `${height}`],
    ['Validators', validators.map(({ name, power }) => `${name} (${power})`).join(', ')],
  ];
  return `${table(rows).join('\n')}\n`;
}
