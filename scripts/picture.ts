/**
 * Makes the picture of the dashboard in README.md: `npx tsx scripts/picture.ts`, after `npm run build`. It shows block 2 of
 * a seeded chain, one of whose validators is down, in the middle of the precommits: the same picture each time.
 */
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createDevnet } from '../src/devnet/index.js';
import { ROOT } from './ensure.mjs';

const FILE = join(ROOT, 'docs/guides/images/stage.png');

await using devnet = await createDevnet({
  seed: 'picture',
  miningMode: { type: 'step' },
  dashboard: { address: '127.0.0.1:0' },
});
await devnet.network.crashValidator(1);
await devnet.step('height', 2);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  await page.goto(`${devnet.urls.dashboard}`);
  await page.getByTitle('Replay block 2').click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.keyboard.press('9');
  await page.locator('[data-narrator]', { hasText: 'a polka' }).waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: FILE });
} finally {
  await browser.close();
}
