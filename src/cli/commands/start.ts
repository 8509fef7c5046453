/**
 * Implements `halley start`, which runs a devnet until Ctrl-C. It loads the devnet's code only after the options have
 * been checked.
 */
import { setImmediate } from 'node:timers/promises';
import type { Command } from 'commander';
import { readHome } from '../../config/files.js';
import { checkMnemonic, exposedMnemonic } from '../../config/mnemonic.js';
import { resolveConfig } from '../../config/resolve.js';
import type { ResolvedConfig } from '../../config/schema.js';
import { stateFilePath } from '../../config/state_files.js';
import type { BegunFork } from '../../devnet/fork/begin_fork.js';
import type { DevnetOptions } from '../../devnet/index.js';
import { addHelpFlags, addSettingFlags, givenFlags, refuseWords } from '../flags.js';
import { forkOption } from '../fork_option.js';
import { withNewMnemonic } from '../new_mnemonic.js';
import { reportError } from '../report_error.js';
import { closeOnSignals } from '../signals.js';

/**
 * Turns of the event loop in which a request is made, connects to a node nearby, and is sent. A node further away gets
 * it when the code is loaded.
 */
const SENDING_TURNS = 4;

export function start(program: Command): void {
  const command = program
    .command('start', { isDefault: true })
    .description('Start a devnet; Ctrl-C stops it. "halley" without a subcommand does the same')
    .summary('Start a devnet (the default)');
  addHelpFlags(command);
  addSettingFlags(command);
  refuseWords(command);
  command.action(() => run(command));
}

async function run(command: Command): Promise<void> {
  const flags = givenFlags(command);
  const { env } = process;
  const home = flags.get('--home') ?? env['HALLEY_HOME'];
  const read = () => {
    const files = home ? readHome(home) : {};
    return { files, config: resolveConfig({ flags, env, files }) };
  };
  // Invalid settings are refused before anything is written.
  const before = read();
  if (home) await checkMnemonic(before.config.devnet.mnemonic);
  // A chain in a home folder may need no answer.
  const begunFork = home ? undefined : await askForFork(before.config);
  const [
    { lockHome },
    { createBegunDevnet },
    { checkSettings, devnetOptions, withTypedAddress },
    { bannerJson, bannerText },
    { logTo, paintOf },
    { writeConfigOut },
    { withStateFlag },
  ] = await Promise.all([
    import('../../devnet/index.js'),
    import('../../devnet/devnet.js'),
    import('../devnet_options.js'),
    import('../banner.js'),
    import('../log/log.js'),
    import('../config_out.js'),
    import('../state_flag.js'),
  ]);
  if (home) await checkSettings(home, withStateFlag(before.config));
  const homeLock = home ? await lockHome(home) : undefined;
  // Another process may have written the files before the lock was taken.
  const { files, config: resolved } = homeLock === undefined ? before : read();
  const config = withStateFlag(await withNewMnemonic(resolved));
  const exposed = files['app.toml'] && exposedMnemonic(files['app.toml']);
  if (exposed !== undefined) process.stderr.write(`halley: warning: ${exposed}\n`);
  const options = await devnetOptions(config);
  const { json, quiet, silent } = config.run;
  const log = quiet || silent ? undefined : logTo(process.stdout, config.run);
  const hooks: DevnetOptions = {
    log: log?.listener,
    onBug: (where, error) => reportError(error, `bug in ${where}: `),
    onDamage: (error) => reportError(error),
    onArtifactWarning: (text) => process.stderr.write(`halley: warning: ${text}\n`),
    onSkippedKey: (file, why) => process.stderr.write(`halley: warning: ${file}: ${why}\n`),
    onRecordFailure: ({ message }) => process.stderr.write(`halley: warning: ${message}\n`),
    onDumpFailure: ({ message }) => process.stderr.write(`halley: warning: ${message}\n`),
    onForkWarning: (text) => process.stderr.write(`halley: warning: ${text}\n`),
    onGenesisWarning: (text) => process.stderr.write(`halley: warning: ${text}\n`),
    onStorageWarning: (text) => process.stderr.write(`halley: warning: ${text}\n`),
    onFatal: endWith,
  };
  const devnet = await createBegunDevnet({ ...options, ...hooks }, { homeLock, begunFork }).catch((error: unknown) => {
    throw withTypedAddress(error, config);
  });
  closeOnSignals(async () => {
    await devnet.close();
    log?.end();
    // After a fatal error the file has not been written.
    const isWritten = config.run.dumpState !== undefined && process.exitCode === undefined;
    if (isWritten && !json && !silent)
      process.stdout.write(`State written to ${stateFilePath(config.run.dumpState)}\n`);
    for (const file of [options.coverage, options.gasReport])
      if (typeof file === 'string' && file !== '-' && !json && !silent)
        process.stdout.write(`Report written to ${file}\n`);
  });
  await writeConfigOut(devnet, config);
  const mnemonic = config.genesis.mnemonicRandom === undefined ? undefined : config.devnet.mnemonic;
  if (json) process.stdout.write(bannerJson(devnet, mnemonic));
  else if (!silent) {
    const paint = paintOf(process.stdout, config.run.color);
    const namespaces = namespacesShown(config);
    const artifacts = [options.artifacts ?? []].flat().join(', ') || undefined;
    process.stdout.write(bannerText(devnet, { namespaces, newMnemonic: mnemonic, artifacts, paint }));
  }
  log?.open();
}

/** Returns the namespaces that local callers have. Every compat mode but `auto` serves traces to all of them. */
const namespacesShown = ({ jsonRpc: { api }, devnet: { compat } }: ResolvedConfig): readonly string[] | undefined =>
  api ?? (compat === 'auto' ? undefined : ['all']);

/**
 * Asks the node of a fork for its block, and waits until the request is on its way. Its answer arrives while the devnet's
 * code loads, which nothing interrupts. Returns undefined for a devnet that is no fork.
 */
async function askForFork(config: ResolvedConfig): Promise<BegunFork | undefined> {
  const option = forkOption(config);
  if (option === undefined) return undefined;
  const { beginFork } = await import('../../devnet/fork/begin_fork.js');
  const begun = beginFork(option);
  for (let turn = 0; turn < SENDING_TURNS; turn++) await setImmediate();
  return begun;
}

/** Reports the error, waits until pending requests have their responses, and ends with code 1. */
function endWith(error: unknown, closed: Promise<void>): void {
  reportError(error);
  process.exitCode = 1;
  void closed.then(() => process.exit());
}
