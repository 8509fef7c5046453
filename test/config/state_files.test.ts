/** Tests reading the bytes of a state file from a file, which may have no end. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bytesOfStateFile } from '../../src/config/state_files.js';
import { refuse } from './genesis_forms/refuse.js';

it('reads a file up to the limit, and no more of a longer one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'halley-state-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'state.json');
  await writeFile(file, '0123456789');
  expect(Buffer.from(await bytesOfStateFile(file, refuse, 10)).toString()).toBe('0123456789');
  await expect(bytesOfStateFile(file, refuse, 9)).rejects.toThrow(
    'the file is longer than 9 bytes, expected at most that many',
  );
  await expect(bytesOfStateFile(join(folder, 'none'), refuse)).rejects.toThrow(/^the file cannot be read: ENOENT/);
  // Files are read in parts of 1 MiB, of which the first has exactly as many bytes as the limit.
  const part = 1024 * 1024;
  await writeFile(file, '7'.repeat(part + 5));
  await expect(bytesOfStateFile(file, refuse, part)).rejects.toThrow(`longer than ${part} bytes`);
  expect(await bytesOfStateFile(file, refuse, part + 5)).toHaveLength(part + 5);
});
