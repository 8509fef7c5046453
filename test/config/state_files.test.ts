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
});
