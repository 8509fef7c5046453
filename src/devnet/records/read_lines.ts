/** Reads the lines of a record or trace, and checks each. */
import { createReadStream } from 'node:fs';
import { HalleyError } from '../../kernel/errors.js';
import { decodeLine, NO_SUM } from './line_text.js';
import { type HeaderLine, RECORD_VERSION, type RecordLine } from './record_line.js';

/** Most bytes of a line. A block has at most 100 MiB, and takes twice as many in hex. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

const NEWLINE = 0x0a;

export interface ReadLine {
  /** Line from 1. */
  readonly number: number;
  readonly line: RecordLine;
  /** Text without the checksum. */
  readonly body: string;
  readonly sum: string;
  /** Bytes of the file up to the end of this line. */
  readonly size: number;
}

/** End of a file. */
export interface FileEnd {
  /** Whether the last line is not whole: the process that wrote it was killed, or still writes it. */
  cutOff: boolean;
}

/**
 * Reads a file line by line. A last line that is not whole is left out, and `end` then says so. Throws HalleyError:
 * `not-found`, `invalid-argument` for a file that is no record of this version, `corrupt-store` for a damaged line.
 */
export async function* readLines(file: string, end: FileEnd): AsyncGenerator<ReadLine> {
  let sum = NO_SUM;
  let number = 0;
  let size = 0;
  for await (const bytes of linesOf(file)) {
    const isWhole = bytes.at(-1) === NEWLINE;
    const decoded = decodeLine(bytes.subarray(0, isWhole ? -1 : bytes.length).toString('utf8'), sum);
    number++;
    if (!isWhole) {
      end.cutOff = true;
      if (number === 1) throw notRecord(file, 'it has no whole line');
      return;
    }
    if ('damage' in decoded) {
      if (number === 1) throw notRecord(file, `of its first line, ${decoded.damage}`);
      throw damagedLine(file, number, decoded.damage);
    }
    if (number === 1) checkHeader(file, decoded.line);
    ({ sum } = decoded);
    size += bytes.length;
    yield { ...decoded, number, size };
  }
  if (number === 0) throw notRecord(file, 'it is empty');
}

/** Yields the bytes of each line with its end; a last line may have none. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at + 1)]);
        [rest, length, from] = [[], 0, at + 1];
      }
      rest.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > MAX_LINE_BYTES) throw notRecord(file, `a line has more than ${MAX_LINE_BYTES} bytes`);
    }
  } catch (error) {
    if (error instanceof HalleyError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new HalleyError(
      code === 'ENOENT' ? 'not-found' : 'unavailable',
      `the record "${file}" cannot be read: ${message}`,
      { file },
    );
  }
  if (length > 0) yield Buffer.concat(rest);
}

function checkHeader(file: string, line: RecordLine): asserts line is HeaderLine {
  if (line.type !== 'header' || line.format !== 'halley-record')
    throw notRecord(file, `its first line is a "${line.type}" line`);
  if (line.version !== RECORD_VERSION)
    throw new HalleyError(
      'invalid-argument',
      `"${file}" is a record of version ${line.version}, written by Halley ${line.halley}; this program reads version ${RECORD_VERSION}: use that Halley`,
      { file, version: line.version },
    );
}

const notRecord = (file: string, why: string): HalleyError =>
  new HalleyError(
    'invalid-argument',
    `"${file}" is not a record of Halley: ${why}; expected a file that "halley start --record" or "halley trace" wrote`,
    { file },
  );

/** Makes the error for a line that was not written so. */
export const damagedLine = (file: string, line: number, why: string): HalleyError =>
  new HalleyError('corrupt-store', `line ${line} of "${file}" is damaged: ${why}`, { file, line });
