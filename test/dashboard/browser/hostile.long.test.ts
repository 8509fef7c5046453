/** Tests the page against a devnet that goes away at a bad moment, and against artifacts that are damaged or hostile. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet } from '../../../src/devnet/index.js';
import { freePort } from '../../support/ports.js';
import { BrowserKit, CAN_BROWSE, eventually } from './page_kit.js';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const CODE = '0x60006000a0';

function artifactFolder(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-hostile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, artifact] of Object.entries(files)) {
    mkdirSync(join(folder, `${name}.sol`));
    writeFileSync(join(folder, `${name}.sol/${name}.json`), JSON.stringify(artifact));
  }
  return folder;
}

describe.skipIf(!CAN_BROWSE)('the page', () => {
  let kit: BrowserKit;

  beforeAll(async () => {
    kit = await BrowserKit.start();
  });

  afterAll(() => kit.close());

  it('meets a devnet again whose facts it cannot read at first', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    await using opened = await kit.open({ miningMode: 'manual', dashboard: { address } });
    opened.expectProblems(/^console: /, /^request failed: /);
    const { page } = opened;
    let refused = 0;
    await page.route('**/about', (route) => (refused++ === 0 ? route.abort() : route.continue()));
    await opened.devnet.close();
    await page.locator('.connection.lost').waitFor();
    const others = { jsonRpc: false, rpc: false, assets: false };
    await using _ = await createDevnet({
      ...others,
      seed: 'another',
      dashboard: { address },
    });
    await opened.see('The devnet is back.');
    await eventually(() => refused).toBeGreaterThan(1);
    expect(opened.problems()).toEqual([]);
  });

  it('shows a contract with a damaged and long ABI, and its name as text', async () => {
    const functions = Array.from({ length: 3000 }, (_, i) => ({
      ...{ type: 'function', name: `f${i}`, inputs: [], outputs: [], stateMutability: 'view' },
    }));
    const damaged = [null, 5, { type: 'function' }, { type: 'event', name: 'E', inputs: [null] }];
    const contractName = '<img src=x onerror=alert(1)>\u202ename';
    const artifacts = artifactFolder({
      Hostile: { contractName, abi: [...damaged, ...functions], deployedBytecode: CODE },
    });
    await using opened = await kit.open({ miningMode: 'manual', artifacts });
    const { page, devnet } = opened;
    await devnet.provider.request({ method: 'hardhat_setCode', params: [ADDRESS, CODE] });
    await opened.go(`#/contract/${ADDRESS}`);
    await opened.see('Read (3000)');
    await eventually(() => page.locator('form.function').count()).toBe(50);
    await page.getByRole('button', { name: 'Show more of the functions' }).click();
    await eventually(() => page.locator('form.function').count()).toBe(100);
    await eventually(() => page.locator('option').allTextContents()).toContain(
      '<img src=x onerror=alert(1)>\\u{202e}name',
    );
    expect(await page.locator('main img').count()).toBe(0);
  });
});
