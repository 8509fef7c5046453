/** Defines `--home` for commands that read a persistent chain and need no other settings. */
import type { Command } from 'commander';
import { HalleyError } from '../kernel/errors.js';

export const addHomeFlag = (command: Command): Command =>
  command.option('--home <path>', 'Folder of the persistent chain; no other process may be using it');

/** Returns the folder. Throws HalleyError `invalid-config`, with the text `missing`, without one. */
export function homeOf(
  command: Command,
  missing = '--home is missing: expected the folder of the persistent chain',
): string {
  const home = command.opts<{ readonly home?: string }>().home ?? process.env['HALLEY_HOME'];
  if (home) return home;
  throw new HalleyError('invalid-config', missing);
}
