/** Tests that a recorded session is replayed to the same blocks and states, and that every difference is found. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayRecord, traceRecord } from '../../../src/devnet/index.js';
import { decodeLine, LineEncoder, NO_SUM } from '../../../src/devnet/records/line_text.js';
import type { RecordLine } from '../../../src/devnet/records/record_line.js';
import { newFile, recordSession } from './record_kit.js';

/** Record of one session, which the tests copy. */
let session = '';
let height = 0n;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halley-record-'));
  session = join(folder, 'session.jsonl');
  height = await recordSession(session);
});

afterAll(() => rmSync(dirname(session), { recursive: true, force: true }));

function copyOfSession(): string {
  const file = newFile();
  copyFileSync(session, file);
  return file;
}

/** Returns the lines of a file, checked. */
function linesOf(file: string): RecordLine[] {
  let sum = NO_SUM;
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => {
      const decoded = decodeLine(text, sum);
      if ('damage' in decoded) throw new Error(decoded.damage);
      ({ sum } = decoded);
      return decoded.line;
    });
}

/** Writes lines with new checksums. */
function write(file: string, lines: readonly RecordLine[]): string {
  const encoder = new LineEncoder();
  writeFileSync(file, lines.map((line) => encoder.encode(line)).join(''));
  return file;
}

describe('a recorded session', () => {
  it('has the same blocks and states when it is replayed', async () => {
    const heights: bigint[] = [];
    const report = await replayRecord(session, { onHeight: (reached) => heights.push(reached) });
    expect(report.difference).toBeUndefined();
    expect(report.end).toBe('stop');
    expect(heights.at(-1)).toBe(height);
    expect(report.heights).toBeGreaterThan(20);
    expect(report.transactions).toBeGreaterThan(6);
    const types = new Set(linesOf(session).map(({ type }) => type));
    for (const type of ['command', 'proposal', 'snapshot', 'revert', 'rollback', 'transaction', 'decided', 'stop'])
      expect(types).toContain(type);
  });

  it('has the same states with the other EVM', async () => {
    const file = newFile();
    await recordSession(file, { machine: 'ethereumjs' });
    expect((await replayRecord(file)).difference).toBeUndefined();
  });

  it('ends at the requested height', async () => {
    const file = copyOfSession();
    const heights: bigint[] = [];
    const report = await replayRecord(file, { until: 4n, onHeight: (height) => heights.push(height) });
    expect(heights.at(-1)).toBe(4n);
    expect(report.end).toBeUndefined();
  });
});

describe('a trace', () => {
  it('has every event of the network, and is replayed event by event', async () => {
    const file = copyOfSession();
    let text = '';
    const traced = await traceRecord(file, (lines) => {
      text += lines;
    });
    expect(traced).toMatchObject({ end: 'stop' });
    expect(traced.difference).toBeUndefined();
    const trace = newFile('trace.jsonl');
    writeFileSync(trace, text);
    const lines = linesOf(trace);
    expect(lines.filter(({ type }) => type !== 'event' && type !== 'header')).toEqual(
      linesOf(file).filter(({ type }) => type !== 'header'),
    );
    const events = lines.flatMap((line) => (line.type === 'event' ? [line.event as { readonly type: string }] : []));
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(['noted', 'sent', 'dropped', 'received', 'scheduled']),
    );
    const report = await replayRecord(trace);
    expect(report.difference).toBeUndefined();
    expect(report).toMatchObject({ events: traced.events, heights: traced.heights });
  });

  it('shows the first event that did not happen again', async () => {
    const file = copyOfSession();
    const trace = newFile('trace.jsonl');
    await traceRecord(file, (lines) => writeFileSync(trace, lines, { flag: 'a' }));
    const lines = linesOf(trace);
    const at = lines.findIndex((line) => line.type === 'event' && line.events > 40);
    const changed = { ...lines[at], events: 1_000 } as RecordLine;
    const { difference } = await replayRecord(write(newFile(), lines.with(at, changed)));
    expect(difference).toMatchObject({ line: at + 1, expected: expect.stringContaining('"events":1000') });
    expect(difference?.got).toContain('"type":"event"');
  });
});

describe('a changed record', () => {
  it('is noticed, whichever byte was changed', async () => {
    const file = copyOfSession();
    const bytes = readFileSync(file);
    const changed = newFile();
    // The places are spread over the whole file.
    for (let at = 7; at < bytes.length; at += Math.floor(bytes.length / 12)) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] as number) ^ 1;
      writeFileSync(changed, copy);
      await expect(replayRecord(changed)).rejects.toThrow(/line \d+ of ".*" is damaged|is not a record/);
    }
  });

  it('names the damaged line and the reason', async () => {
    const file = copyOfSession();
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.toSpliced(5, 1).join('\n'));
    await expect(replayRecord(file)).rejects.toThrow(
      /^line 6 of ".*" is damaged: its checksum is [0-9a-f]{8}, but it and the lines before it have [0-9a-f]{8}$/,
    );
    writeFileSync(file, lines.with(5, '{"type":"command"}').join('\n'));
    await expect(replayRecord(file)).rejects.toThrow(
      /^line 6 of ".*" is damaged: it does not end with a checksum, as every line of a record does$/,
    );
  });

  it('shows the first height that differs, with what the file has and what happens', async () => {
    const file = copyOfSession();
    const lines = linesOf(file);
    const at = lines.findIndex((line) => line.type === 'decided' && line.height === 3n);
    const wrong = { ...lines[at], appHash: new Uint8Array(32) } as RecordLine;
    const { difference } = await replayRecord(write(newFile(), lines.with(at, wrong)));
    expect(difference?.line).toBe(at + 1);
    expect(difference?.expected).toContain(`"appHash":"0x${'00'.repeat(32)}"`);
    expect(difference?.got).toContain('"type":"decided"');
    expect(difference?.got).not.toContain('00'.repeat(32));
  });

  it('shows an input that cannot come where the file has it, and a lost input', async () => {
    const file = copyOfSession();
    const lines = linesOf(file);
    const at = lines.findLastIndex(({ type }) => type === 'command');
    const early = { ...lines[at], events: 1 } as RecordLine;
    expect((await replayRecord(write(newFile(), lines.with(at, early)))).difference).toMatchObject({
      line: at + 1,
      expected: '"command" after 1 events',
    });
    const lost = (await replayRecord(write(newFile(), lines.toSpliced(at, 1)))).difference;
    expect(lost?.got).toMatch(/no further event at height \d+ after \d+ events/);
    const unknown = { ...lines[at], command: { type: 'explode' } } as unknown as RecordLine;
    expect((await replayRecord(write(newFile(), lines.with(at, unknown)))).difference?.got).toContain(
      'an error: no command "explode"',
    );
  });
});

describe('a record that is cut off', () => {
  it('is replayed as far as it goes, and says so', async () => {
    const file = copyOfSession();
    const bytes = readFileSync(file);
    const cut = newFile();
    for (const share of [0.3, 0.6, 0.9]) {
      const length = Math.floor(bytes.length * share);
      writeFileSync(cut, bytes.subarray(0, length));
      const report = await replayRecord(cut);
      expect(report.difference).toBeUndefined();
      expect(['cut-off', 'open']).toContain(report.end);
      expect(report.heights).toBeGreaterThan(0);
    }
    writeFileSync(cut, bytes.subarray(0, bytes.lastIndexOf('\n', bytes.length - 2) + 1));
    expect(await replayRecord(cut)).toMatchObject({ end: 'open' });
  });
});

describe('a file that is no record', () => {
  it('is refused with one line', async () => {
    const file = newFile();
    await expect(replayRecord(file)).rejects.toThrow(`the record "${file}" cannot be read: ENOENT`);
    for (const text of ['', 'hello', 'hello\n', '{"type":"decided"}\n']) {
      writeFileSync(file, text);
      await expect(replayRecord(file)).rejects.toThrow(`"${file}" is not a record of Halley: `);
    }
  });

  it('is refused when it has another version, or does not begin with its chain', async () => {
    const file = copyOfSession();
    const [header, begin, ...rest] = linesOf(file);
    write(file, [{ ...header, version: 2, halley: '9.0.0' } as unknown as RecordLine, ...rest]);
    await expect(replayRecord(file)).rejects.toThrow(
      `"${file}" is a record of version 2, written by Halley 9.0.0; this program reads version 1: use that Halley`,
    );
    write(file, [header as RecordLine, { ...begin, height: 12n } as RecordLine, ...rest]);
    await expect(replayRecord(file)).rejects.toThrow(
      `"${file}" begins at height 12 of chain "halley_31337-1", so it can be read but not replayed`,
    );
  });
});
