/**
 * A command: what can be done to a world from outside, between two events. It is plain data, since the log of commands is
 * part of the bug report. Its definition, one file of `commands`, says what it does.
 */
import type { CommandData } from './command_log.js';
import type { Core } from './core.js';

export interface CommandDefinition<Data extends CommandData> {
  readonly type: Data['type'];
  /** Does it at the world's present time, before any queued event. */
  apply(core: Core, command: Data): void;
  /** What it is done to, for a trace. */
  object?(command: Data): string;
}

export const defineCommand = <Data extends CommandData>(definition: CommandDefinition<Data>): CommandDefinition<Data> =>
  definition;
