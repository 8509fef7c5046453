/** The project that the guide shows for vitest's browser mode runs in Chromium with the built package. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/ensure.mjs';
import { stepsOf } from '../../examples/guides/steps.js';
import { aConsumer } from '../../support/consumer.js';
import { COMPAT } from '../peers/tools.js';
import { BROWSERS } from './browsers.js';

const MODULES = join(COMPAT, 'wallets/node_modules');
const INSTALLED = ['vitest', '@vitest', 'playwright'];

const isAbsent =
  (!existsSync(join(MODULES, '@vitest/browser-playwright')) && process.env['CI'] !== 'true') ||
  BROWSERS.some(({ name, isAbsent }) => name === 'Chromium' && isAbsent);

it.skipIf(isAbsent)("vitest's browser mode has the wallet and a chain", async () => {
  const project = aConsumer([], { 'package.json': '{ "type": "module" }' });
  for (const name of INSTALLED) symlinkSync(join(MODULES, name), join(project.folder, 'node_modules', name));
  for (const step of stepsOf(readFileSync(join(ROOT, 'docs/guides/wallets.md'), 'utf8')))
    if (step.type === 'file') writeFileSync(join(project.folder, step.name), step.text);
  const { code, output } = await project.run(join(MODULES, 'vitest/vitest.mjs'), 'run');
  expect(output).toMatch(/Tests +2 passed \(2\)/);
  expect(code).toBe(0);
});
