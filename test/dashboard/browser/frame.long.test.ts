/** Tests the frame of the dashboard's page in Chromium: rail, bars, palette, theme and lecture view. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { BrowserKit, CAN_BROWSE, eventually } from './page_kit.js';

describe.runIf(CAN_BROWSE)('the frame of the page', () => {
  let kit: BrowserKit;

  beforeAll(async () => {
    kit = await BrowserKit.start();
  });

  afterAll(() => kit.close());

  it('names the chain, and has no fault that axe finds', async () => {
    await using opened = await kit.open();
    await opened.see('halley_31337-1', 'header');
    await opened.passesAxe();
    await opened.fitsTheWindow();
  });

  it('goes to views, blocks and accounts, and acts, by the palette', async () => {
    await using opened = await kit.open({}, { place: '#/console' });
    const { page, devnet } = opened;
    const find = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.locator('.finder input').fill(text);
      await page.locator('.finder [aria-selected=true]').waitFor();
    };
    await find('valid');
    await opened.passesAxe();
    await page.keyboard.press('Enter');
    await opened.see('Validators', 'h1');
    await find('1');
    await page.keyboard.press('Enter');
    await opened.see('Block 1', 'h1');
    // The accounts may not be read yet.
    await page.keyboard.press('Control+k');
    await page.locator('.finder input').fill('account 3');
    await page.keyboard.press('Enter');
    await opened.see('0x90f79bf6eb2c4f870365e785982e1f101e93b906', 'main');
    await find('private key');
    await opened.see('Accounts', '[role=option]');
    await page.keyboard.press('Escape');
    const { height } = devnet;
    await find('mine a b');
    await page.keyboard.press('Enter');
    await opened.see('Mine a block: done.', '.notice');
    await eventually(() => devnet.height).toBe(height + 1n);
    await page.keyboard.press('Control+k');
    await page.locator('.finder input').fill(`0x${'5'.repeat(64)}`);
    await page.keyboard.press('Enter');
    await opened.see('the chain has no block and no transaction with the hash', 'dialog');
    await page.locator('.finder input').fill('nowhere');
    await page.keyboard.press('Enter');
    await opened.see('"nowhere" is no view, action', 'dialog');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Find' }).click();
    await page.locator('.finder input').waitFor();
  });

  it('opens the palette by a key while it closes, and takes no key for another one while it loads', async () => {
    await using opened = await kit.open({}, { place: '#/console' });
    const { page } = opened;
    // All in one task of the page, as on a slow machine.
    const press = (...keys: readonly string[]): Promise<unknown> =>
      page.evaluate(`(async () => {
        for (const key of ${JSON.stringify(keys)}) {
          const options = { key, ctrlKey: key === 'k', bubbles: true, cancelable: true };
          (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', options));
          await undefined;
        }
      })()`);
    await press('k', 't', 'l');
    await page.locator('.finder input').fill('valid');
    await page.locator('html:not([data-theme], .lecture)').waitFor({ state: 'attached' });
    await press('Escape', 'k');
    await eventually(() => page.locator('.finder input').inputValue()).toBe('');
    await page.locator('.finder input').fill('valid');
    await page.keyboard.press('Enter');
    await opened.see('Validators', 'h1');
    await eventually(() => page.locator('dialog').count()).toBe(0);
  });

  it('changes the theme and keeps it, and shows only the view in the lecture view', async () => {
    await using opened = await kit.open({}, { place: '#/console' });
    const { page } = opened;
    const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.keyboard.press('t');
    await eventually(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    await page.locator('.connection.open').waitFor();
    await eventually(background).toBe(dark);
    await page.keyboard.press('l');
    await page.locator('.rail').waitFor({ state: 'hidden' });
    await eventually(() => page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('20px');
    await opened.passesAxe();
    await page.getByRole('button', { name: 'Leave the lecture view' }).click();
    await page.locator('.rail').waitFor();
  });

  it('shows the whole rail in a window of 800 pixels height', async () => {
    await using opened = await kit.open({}, { height: 800, place: '#/console' });
    const { page } = opened;
    for (const width of [1280, 800]) {
      await page.setViewportSize({ width, height: 800 });
      await eventually(() => page.locator('.rail').evaluate((rail) => rail.scrollHeight - rail.clientHeight)).toBe(0);
      await page.locator('.rail .tools').waitFor();
    }
  });

  it('has a rail of icons in narrow windows, and bars on phones', async () => {
    await using opened = await kit.open({}, { width: 800, place: '#/console' });
    const { page } = opened;
    await eventually(async () => (await page.locator('.rail').boundingBox())?.width).toBe(64);
    await page.getByRole('link', { name: 'Blocks' }).click();
    await opened.see('Blocks', 'h1');
    await opened.passesAxe();
    await page.setViewportSize({ width: 400, height: 860 });
    await page.getByRole('button', { name: 'Control' }).click();
    await opened.passesAxe();
    await page.getByRole('link', { name: 'Faults' }).click();
    await opened.see('Faults', 'h1');
    await page.getByRole('link', { name: 'Faults' }).waitFor({ state: 'hidden' });
    await opened.fitsTheWindow();
    await page.getByRole('button', { name: 'Find' }).click();
    await page.locator('.finder input').waitFor();
    await opened.fitsTheWindow();
  });
});
