/**
 * Reads the lines of a trace file in slices, so that a long file does not hold up the page, and says in a sentence what is
 * wrong with a file that is none.
 */

/** Version of the form that the page reads. */
const VERSION = 1;
/** Most characters of a file, and of one line. */
const MAX_TEXT = 512 * 1024 * 1024;
const MAX_LINE = 64 * 1024 * 1024;
/** Characters that are searched for a first line. */
export const FIRST_LINE = 4096;

export type Member = Readonly<Record<string, unknown>>;

/** Reason why a file cannot be shown, as a sentence for the reader. */
export class TraceError extends Error {}

export interface TraceText {
  /** Length of the text, in characters or bytes. */
  readonly size: number;
  slice(start: number, end: number): Promise<string>;
}

/** Returns a text that is in memory already. */
export const textInMemory = (text: string): TraceText => ({
  size: text.length,
  slice: async (start, end) => text.slice(start, end),
});

/** Checks the first line of a file. Throws TraceError. */
export function checkHeader(text: string, name: string): void {
  if (text.trim() === '') throw new TraceError(`${name} is empty.`);
  if (text.slice(0, FIRST_LINE).includes('\u0000') || text.slice(0, FIRST_LINE).includes('\ufffd'))
    throw new TraceError(`${name} is a binary file, not a trace: a trace is text that "halley trace" writes.`);
  const end = text.indexOf('\n');
  const header = end < 0 ? undefined : parse(text.slice(0, end));
  if (header?.['type'] !== 'header' || header['format'] !== 'halley-record')
    throw new TraceError(`${name} is not a trace: its first line is not the header that "halley trace" writes.`);
  if (header['version'] !== VERSION)
    throw new TraceError(
      `${name} is a trace of version ${String(header['version'])}, and this page reads version ${VERSION}: use the Halley that wrote it.`,
    );
  if (header['effects'] !== 'all')
    throw new TraceError(
      `${name} is a record, which has the inputs and no events: make a trace of it with "halley trace ${name} --out trace.jsonl", and open that.`,
    );
}

/** Returns the object of a line; undefined for one that is none. */
export function parse(line: string): Member | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Member) : undefined;
  } catch {
    return undefined;
  }
}

/** Yields the whole lines of a text, a slice at a time. Returns the rest after the last line's end. */
export async function* slicesOf(text: TraceText, sliceSize: number): AsyncGenerator<readonly string[], string> {
  if (text.size > MAX_TEXT)
    throw new TraceError(`The file has more than ${MAX_TEXT / 1024 / 1024} MiB: trace fewer heights.`);
  let rest: string[] = [];
  let length = 0;
  for (let start = 0; start < text.size; start += sliceSize) {
    const slice = await text.slice(start, Math.min(start + sliceSize, text.size));
    const last = slice.lastIndexOf('\n');
    length += slice.length;
    if (last < 0) {
      rest.push(slice);
      if (length > MAX_LINE) throw new TraceError(`A line of the file is longer than ${MAX_LINE / 1024 / 1024} MiB.`);
      continue;
    }
    yield (rest.join('') + slice.slice(0, last)).split('\n');
    rest = [slice.slice(last + 1)];
    length = rest[0]?.length ?? 0;
  }
  return rest.join('');
}
