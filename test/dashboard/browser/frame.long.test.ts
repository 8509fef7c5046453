/** Tests the frame of the dashboard's page in Chromium. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserKit, CAN_BROWSE } from './page_kit.js';

describe.runIf(CAN_BROWSE)('the frame of the page', () => {
  let kit: BrowserKit;

  beforeAll(async () => {
    kit = await BrowserKit.start();
  });

  afterAll(() => kit.close());

  it('names the chain, and has no fault that axe finds', async () => {
    await using opened = await kit.open();
    await opened.see('halley_31337-1', 'header');
    expect(await opened.axe()).toEqual([]);
    expect(await opened.sidewaysScroll()).toBe(0);
  });
});
