/** `--home` of commands that read a chain that is kept, and need none of the other settings. */
import type { Command } from 'commander';
import { HalleyError } from '../kernel/errors.js';

export const addHomeFlag = (command: Command): Command =>
  command.option('--home <path>', 'Folder that keeps the chain; no process may be using it');

/** Throws HalleyError `invalid-config` when neither the flag nor the environment names one. */
export function homeOf(command: Command): string {
  const home = command.opts<{ readonly home?: string }>().home ?? process.env['HALLEY_HOME'];
  if (home) return home;
  throw new HalleyError('invalid-config', '--home is missing: expected the folder that keeps the chain');
}
