/** Reports errors on stderr: one line for what the user can fix, each once; a bug of Halley has its stack. */
import { CommanderError } from 'commander';
import { whyIdle } from '../config/idle_keys.js';
import { HalleyError } from '../kernel/errors.js';

const oneLine = (text: string): string =>
  text
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Explains a flag of other nodes that has no effect here. */
function idleFlag(error: HalleyError | CommanderError): string | undefined {
  if (error.code !== 'commander.unknownOption') return undefined;
  return whyIdle(/'(--[^'=]+)/.exec(error.message)?.[1] ?? '');
}

function explain(error: unknown): string {
  if (!(error instanceof HalleyError || error instanceof CommanderError)) return stackOf(error);
  const line = idleFlag(error) ?? oneLine(error.message);
  // A cause with a code is a mistake of the user or a failure of another node, which the line explains.
  return error.cause === undefined || error.cause instanceof HalleyError ? line : `${line}\n${stackOf(error.cause)}`;
}

/** Most lines that are remembered as reported. */
const MAX_SAID = 1000;
const said = new Set<string>();

export function reportError(error: unknown, where = ''): void {
  const text = `halley: ${where}${explain(error)}\n`;
  if (said.has(text)) return;
  if (said.size < MAX_SAID) said.add(text);
  process.stderr.write(text);
}
