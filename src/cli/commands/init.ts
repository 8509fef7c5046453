/**
 * Implements `halley init --home DIR`, which writes the configuration files of a new chain, with a comment for every
 * key. It overwrites nothing.
 */
import type { Command } from 'commander';
import { checkMnemonic } from '../../config/mnemonic.js';
import { resolveConfig } from '../../config/resolve.js';
import { HalleyError } from '../../kernel/errors.js';
import { addSettingFlags, givenFlags, refuseWords } from '../flags.js';
import { withNewMnemonic } from '../new_mnemonic.js';

export function init(program: Command): void {
  const command = program
    .command('init')
    .description('Write app.toml, config.toml and genesis.json of a new chain to --home')
    .summary('Write the files of a new chain');
  addSettingFlags(command);
  refuseWords(command);
  command.action(() => run(command));
}

async function run(command: Command): Promise<void> {
  const config = await withNewMnemonic(resolveConfig({ flags: givenFlags(command), env: process.env }));
  const { home } = config.run;
  if (home === undefined)
    throw new HalleyError('invalid-config', '--home is missing: expected the folder for the files');
  const [{ lockHome }, { existingFiles, writeHome }] = await Promise.all([
    import('../../devnet/index.js'),
    import('../home.js'),
  ]);
  const mustBeNew = (): void => {
    const [existing] = existingFiles(home);
    if (existing !== undefined)
      throw new HalleyError('invalid-config', `${existing} exists already: expected a folder without a chain`);
  };
  // An invalid mnemonic or an existing chain is refused before anything is written. Another process may start a chain
  // before the lock is taken, so the check runs twice.
  await checkMnemonic(config.devnet.mnemonic);
  mustBeNew();
  const lock = await lockHome(home);
  mustBeNew();
  const written = await writeHome(home, config);
  await lock.release();
  if (config.run.json) process.stdout.write(`${JSON.stringify({ written })}\n`);
  else if (!config.run.silent) process.stdout.write(`${written.join('\n')}\n`);
}
