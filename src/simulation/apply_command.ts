/** Applies commands through their definitions and records them. The folder `commands` holds every definition. */
import { InvariantViolation, invariant } from '../kernel/errors.js';
import type { CommandDefinition } from './command.js';
import { type CommandData, type CommandLog, type Recorded, remember } from './command_log.js';
import { COMMANDS } from './commands/index.generated.js';
import type { Core } from './core.js';

type DataOf<Definition> = Definition extends CommandDefinition<infer Data> ? Data : never;

export type Command = DataOf<(typeof COMMANDS)[number]>;

export type RecordedCommand = Recorded<Command>;

/** Definition of each command type. Each definition receives only data of its own type, so erasing the type is safe. */
const DEFINITIONS: ReadonlyMap<string, CommandDefinition<CommandData>> = new Map(
  (COMMANDS as readonly CommandDefinition<CommandData>[]).map((definition) => [definition.type, definition]),
);

function definitionOf({ type }: CommandData): CommandDefinition<CommandData> {
  const definition = DEFINITIONS.get(type);
  if (definition === undefined)
    throw new InvariantViolation(`no command "${type}", expected one of ${[...DEFINITIONS.keys()].join(', ')}`);
  return definition;
}

export function applyCommand(core: Core, command: Command): void {
  const definition = definitionOf(command);
  invariant(core.asking === undefined, `"${command.type}" while an ABCI call is pending`);
  core.log = remember(core.log, { afterEvents: core.events, command }, core.options.retainedCommands);
  definition.apply(core, command);
}

/** Returns what the command acts on, as text for a trace. */
export const objectOf = (command: Command): string => definitionOf(command).object?.(command) ?? '';

/** Returns the newest command of a log. */
export const lastCommandOf = (log: CommandLog | undefined): RecordedCommand | undefined =>
  log?.recorded as RecordedCommand | undefined;

/** Returns the commands of a log, oldest first. Only `applyCommand` writes to the log. */
export function commandsOf(log: CommandLog | undefined): readonly RecordedCommand[] {
  const commands: RecordedCommand[] = [];
  for (let at = log; at !== undefined; at = at.previous) commands.push(at.recorded as RecordedCommand);
  return commands.reverse();
}
