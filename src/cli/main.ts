/** The `halley` command. A mistake of the user's is one line on stderr and exit code 1; a bug of ours has its stack. */
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { COMMANDS } from './commands/index.generated.js';
import { complain } from './complain.js';
import { watchOutput } from './output.js';

function createProgram(): Command {
  const program = new Command('halley')
    .description(manifest.description)
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  for (const add of COMMANDS) add(program);
  return program;
}

/** Commander has spoken itself when it was asked for help or the version. */
const isAnswered = (error: unknown): boolean =>
  error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help');

watchOutput();
createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    if (!isAnswered(error)) complain(error);
    process.exit(isAnswered(error) ? (error as CommanderError).exitCode : 1);
  });
