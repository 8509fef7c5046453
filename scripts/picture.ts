/**
 * Makes the picture of the dashboard in README.md: `npx tsx scripts/picture.ts`, after `npm run build`. It shows a height
 * of a seeded chain in the middle of the precommits, so that it is the same picture each time.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { createDevnet } from '../src/devnet/index.js';
import { ROOT } from './ensure.mjs';

const FILE = join(ROOT, 'docs/guides/images/rounds.png');
const EVENTS = 30;

await using devnet = await createDevnet({
  seed: 'picture',
  miningMode: { type: 'step' },
  dashboard: { address: '127.0.0.1:0' },
});
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, colorScheme: 'light' });
  await page.goto(`${devnet.urls.dashboard}`);
  await page.locator('.connection.open').waitFor();
  await page.locator('canvas').first().waitFor();
  await devnet.step('height', 1);
  await devnet.step('event', EVENTS);
  await page
    .getByRole('button', { name: 'Newest' })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  await page.waitForTimeout(1500);
  mkdirSync(dirname(FILE), { recursive: true });
  await page.screenshot({ path: FILE });
} finally {
  await browser.close();
}
