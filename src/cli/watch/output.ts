/** Shows the view: drawn in place on a terminal, as a line for each change elsewhere. */
import { type Schedule, timers } from '../../client/backoff.js';
import type { SessionListener, View } from '../../client/rounds/session.js';
import { LogWriter } from '../log/writer.js';
import { Screen } from './screen.js';
import { eventLine } from './view/lines.js';
import { render, type Size } from './view/render.js';
import { lineOf } from './view/spans.js';

export interface WatchOutput extends SessionListener {
  /** Writes the rest, and leaves a terminal as it was. */
  close(): void;
}

/** Width of an output without columns. */
const DEFAULT_WIDTH = 80;

/** Returns the size of an output. A terminal of unknown size reports zero. */
export function sizeOf(output: NodeJS.WriteStream): Size {
  const width = output.columns > 0 ? output.columns : DEFAULT_WIDTH;
  // The cursor is on a line of its own below the view.
  const height = output.isTTY && output.rows > 1 ? output.rows - 1 : undefined;
  return { width, height, hasColors: output.isTTY === true && output.hasColors() };
}

export const watchOutput = (output: NodeJS.WriteStream): WatchOutput =>
  output.isTTY ? screenOutput(output) : lineOutput(output);

function screenOutput(output: NodeJS.WriteStream, schedule: Schedule = timers): WatchOutput {
  let view: View | undefined;
  let problem = 'connecting';
  const lines = (): readonly string[] =>
    view === undefined ? [lineOf([[problem]], sizeOf(output).width, false)] : render(view, sizeOf(output));
  const screen = new Screen(output, lines, schedule);
  const show = (shown: View): void => {
    view = shown;
    screen.update();
  };
  const resize = (): void => screen.resize();
  output.on('resize', resize);
  // The cursor must come back, even when a bug ends the process.
  process.once('exit', () => screen.close());
  return {
    connected: show,
    changed: show,
    lost: (reason) => {
      problem = `connection lost, trying again: ${reason}`;
      screen.update();
    },
    close: () => {
      output.off('resize', resize);
      screen.close();
    },
  };
}

const gapLine = (dropped: number): string => `(${dropped} lines were dropped: the reader is too slow)\n`;

function lineOutput(output: NodeJS.WriteStream): WatchOutput {
  const writer = new LogWriter(output, (action) => void setImmediate(action), gapLine);
  writer.open();
  let lastReason: string | undefined;
  const write = (line: string): void => writer.add(line === '' ? '' : `${line}\n`);
  return {
    connected: ({ node, state: { position } }) => {
      lastReason = undefined;
      write(`connected to ${node.chainId} at ${node.label} (${node.moniker}, CometBFT ${node.version})`);
      write(`${position.height}/${position.round} step ${position.step}`);
    },
    changed: ({ state, names }, event) => {
      if (event !== undefined) write(eventLine(event, state, names));
    },
    lost: (reason) => {
      // Each attempt that fails for the same reason is no change.
      if (reason !== lastReason) write(`connection lost, trying again: ${reason}`);
      lastReason = reason;
    },
    close: () => writer.flush(),
  };
}
