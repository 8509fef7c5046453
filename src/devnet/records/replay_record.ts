/** Replays records and traces: the public API of `halley replay` and `halley trace`. */
import { installFastCrypto } from '../../crypto/install.js';
import { bigAmount, listener, type Members, optionsOf, text } from '../../settings/reader.js';
import { LineEncoder } from './line_text.js';
import { type FileEnd, type ReadLine, readLines } from './read_lines.js';
import { LineReplay, type ReplayCounts, type ReplayDifference } from './replay_lines.js';

export interface ReplayOptions {
  /** Ends the replay when the first chain has this height. By default the whole file is replayed. */
  readonly until?: bigint;
  /** Receives each height of the first chain, and the counts so far. */
  readonly onHeight?: (height: bigint, counts: ReplayCounts) => void;
}

/** Reports a replay. */
export interface ReplayReport extends ReplayCounts {
  /** First difference; `undefined` when everything in the file happened again. */
  readonly difference?: ReplayDifference;
  /**
   * End of the file: `stop` after the devnet closed, `cut-off` in the middle of a line, `open` after a whole line. The
   * process that wrote the last two was killed, or still runs. It is `undefined` when `until` or a difference ended the
   * replay.
   */
  readonly end?: 'stop' | 'cut-off' | 'open';
}

const OPTIONS = { until: bigAmount, onHeight: listener } satisfies Members<ReplayOptions>;
const readReplayOptions = optionsOf<ReplayOptions>('replayRecord', OPTIONS);

/**
 * Runs the chains of a record or trace again, in memory, and compares every effect in the file with what happens.
 * Throws HalleyError: `not-found`, `invalid-argument` for a file that is no record, is of another version or does not
 * begin with its chains, `corrupt-store` for a damaged line.
 */
export async function replayRecord(file: string, given: ReplayOptions = {}): Promise<ReplayReport> {
  text(file, 'file');
  const { until, onHeight } = readReplayOptions(given);
  const replay = new LineReplay(file, 'heights');
  let last: bigint | undefined;
  return replayAll(file, replay, ({ height }) => {
    if (height !== undefined && height !== last) onHeight?.(height, replay.counts);
    last = height;
    return until === undefined || height === undefined || height < until;
  });
}

/**
 * Replays a record, and passes on its trace: the same lines, with every event of the networks. `write` may return a
 * promise, which the replay awaits. Throws what `replayRecord` throws.
 */
export async function traceRecord(file: string, write: (lines: string) => Promise<void> | void): Promise<ReplayReport> {
  text(file, 'file');
  const encoder = new LineEncoder();
  let pending: string[] = [];
  const replay = new LineReplay(file, 'all', (line) => pending.push(encoder.encode(line)));
  return replayAll(file, replay, async () => {
    const lines = pending.join('');
    pending = [];
    if (lines !== '') await write(lines);
    return true;
  });
}

/** Replays a file line by line, for as long as `afterLine` returns true. */
async function replayAll(
  file: string,
  replay: LineReplay,
  afterLine: (replay: LineReplay) => boolean | Promise<boolean>,
): Promise<ReplayReport> {
  await installFastCrypto();
  const end: FileEnd = { cutOff: false };
  const isStopped = new Map<string, boolean>();
  try {
    for await (const read of readLines(file, end)) {
      const difference = await replay.take(read);
      if (difference !== undefined) return { ...replay.counts, difference };
      noteStop(isStopped, read);
      if (!(await afterLine(replay))) return replay.counts;
    }
    const stopped = [...isStopped.values()].every(Boolean);
    return { ...replay.counts, end: end.cutOff ? 'cut-off' : stopped ? 'stop' : 'open' };
  } finally {
    await replay.close();
  }
}

function noteStop(isStopped: Map<string, boolean>, { line }: ReadLine): void {
  if (line.type !== 'header') isStopped.set(line.chain, line.type === 'stop');
}
