/**
 * Defines commands: what the host can do to a simulated network between two events. A command is plain data, since the
 * log of commands is part of a bug report. One file of `commands` defines what each does.
 */
import type { CommandData } from './command_log.js';
import type { Core } from './core.js';

export interface CommandDefinition<Data extends CommandData> {
  readonly type: Data['type'];
  /** Applies the command at the network's current time, before any queued event. */
  apply(core: Core, command: Data): void;
  /** Returns what the command acts on, as text for a trace. */
  object?(command: Data): string;
}

export const defineCommand = <Data extends CommandData>(definition: CommandDefinition<Data>): CommandDefinition<Data> =>
  definition;
