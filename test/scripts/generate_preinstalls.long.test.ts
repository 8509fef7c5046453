import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { preinstallFiles } from '../../scripts/generate_preinstalls.js';

it('the preinstalled contracts are what their published creation code makes', async () => {
  for (const [file, text] of Object.entries(await preinstallFiles())) {
    const committed = new URL(`../../src/app/state/preinstalls/${file}`, import.meta.url);
    expect(readFileSync(committed, 'utf8') === text, file).toBe(true);
  }
});
