/** Adds options to a command late, because a run needs those of one command. The others would take 5 ms of each start. */
import type { Command } from 'commander';

/**
 * Calls `add` when something first reads the options of the command: its parser, a help text, or the next call that
 * adds an option, so that their order stays.
 */
export function addOptionsLate(command: Command, add: () => void): void {
  const { options } = command;
  Object.defineProperty(command, 'options', {
    configurable: true,
    get() {
      Object.defineProperty(command, 'options', { value: options });
      add();
      return options;
    },
  });
}
