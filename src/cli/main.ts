/**
 * Implements the `halley` command. A user error is one line on stderr and exit code 1; a bug of Halley also has its
 * stack.
 */
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { HalleyError } from '../kernel/errors.js';
import { didYouMean } from '../settings/did_you_mean.js';
import { COMMANDS } from './commands/index.generated.js';
import { reportError } from './report_error.js';

function createProgram(): Command {
  const program = new Command('halley')
    .description(manifest.description)
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  for (const add of COMMANDS) add(program);
  return program;
}

/** Checks whether commander has already printed the help or the version. */
const isAnswered = (error: unknown): boolean =>
  error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help');

/** Throws for a first word that is neither a flag nor a command, because `start` would take it as its own argument. */
function refuseUnknownCommand(program: Command, [word]: readonly string[]): void {
  const known = [...program.commands.map((command) => command.name()), 'help'];
  if (word === undefined || word.startsWith('-') || known.includes(word)) return;
  throw new HalleyError('invalid-config', `unknown command '${word}'${didYouMean(word, known)}`, { word });
}

async function main(args: readonly string[]): Promise<void> {
  const program = createProgram();
  refuseUnknownCommand(program, args);
  // Flags after `engine init` are those of `init`. Elsewhere --version may follow a command.
  if (args[1] === 'init') program.enablePositionalOptions();
  await program.parseAsync([...args], { from: 'user' });
}

const isReaderGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';

/** Handles failures of stdout and stderr. A closed reader does not end the process; a full disk does. */
function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isReaderGone(error)) return;
    reportError(new HalleyError('unavailable', `cannot write to the standard output: ${error.message}`));
    process.exit(1);
  });
  // There is no output left to report it to.
  process.stderr.on('error', () => undefined);
}

watchOutput();
main(process.argv.slice(2)).catch((error: unknown) => {
  if (!isAnswered(error)) reportError(error);
  process.exit(isAnswered(error) ? (error as CommanderError).exitCode : 1);
});
