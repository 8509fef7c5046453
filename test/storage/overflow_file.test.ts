import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HalleyError } from '../../src/kernel/errors.js';
import { OverflowFile } from '../../src/storage/overflow_file.js';

const ROOM = 4096;
const CLOSED = new HalleyError('unavailable', 'the store is closed');

const read = (file: OverflowFile, place: number, length: number): Uint8Array => {
  const target = new Uint8Array(length);
  file.read(place, target);
  return target;
};

describe('the temporary file of older pages', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'overflow-test-'));
    vi.stubEnv('TMPDIR', folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it('has no name: its folder is empty while it is used, and after it is closed', () => {
    const file = new OverflowFile();
    const place = file.write(Uint8Array.of(1, 2, 3), ROOM) as number;
    expect(readdirSync(folder)).toEqual([]);
    expect(read(file, place + 1, 2)).toEqual(Uint8Array.of(2, 3));
    file.close(CLOSED);
    file.close(CLOSED);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not exist before the first page', () => {
    vi.stubEnv('TMPDIR', join(folder, 'missing'));
    new OverflowFile().close(CLOSED);
  });

  it('uses the places of freed pages again', () => {
    const file = new OverflowFile();
    const places = [1, 2, 3].map((byte) => file.write(Uint8Array.of(byte), ROOM) as number);
    file.free(places[1] as number, ROOM);
    expect(file.write(Uint8Array.of(7), 2 * ROOM)).toBe(3 * ROOM);
    expect(file.write(Uint8Array.of(8), ROOM)).toBe(places[1]);
    expect(places.map((place) => read(file, place, 1)[0])).toEqual([1, 8, 3]);
    file.close(CLOSED);
  });

  it('warns once when it cannot be written, and writes nothing more', () => {
    const missing = join(folder, 'missing');
    vi.stubEnv('TMPDIR', missing);
    const warnings: string[] = [];
    const file = new OverflowFile(0, (text) => warnings.push(text));
    expect(file.write(Uint8Array.of(1), ROOM)).toBeUndefined();
    mkdirSync(missing);
    expect(file.write(Uint8Array.of(2), ROOM)).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringMatching(
        /^the temporary file of older blocks in ".*missing" cannot be written \(ENOENT: .*set TMPDIR/,
      ),
    ]);
    file.close(CLOSED);
  });

  it('fails to read a page that it does not have, and anything once it is closed', () => {
    const file = new OverflowFile();
    file.write(Uint8Array.of(1), ROOM);
    expect(() => read(file, ROOM, 9)).toThrow(expect.objectContaining({ code: 'store-failed' }));
    file.close(CLOSED);
    expect(() => read(file, 0, 1)).toThrow(CLOSED);
    expect(file.write(Uint8Array.of(1), ROOM)).toBeUndefined();
  });

  it('is gone after the process was killed', async () => {
    const program = `
      import { OverflowFile } from './src/storage/overflow_file.ts';
      new OverflowFile().write(new Uint8Array(1000), 1000);
      console.log('written');
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program]);
    const ended = once(child, 'exit');
    const [said] = await once(child.stdout, 'data');
    expect(String(said)).toBe('written\n');
    child.kill('SIGKILL');
    await ended;
    expect(readdirSync(folder).filter((name) => name.startsWith('halley'))).toEqual([]);
  });
});
