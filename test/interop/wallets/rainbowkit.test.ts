/** RainbowKit lists the wallet in its window, connects with it, and shows what the user refuses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from './browsers.js';
import { DappKit, dappsAreAbsent } from './dapp_kit.js';

describe.each(BROWSERS)('RainbowKit in $name', (browser) => {
  describe.skipIf(browser.isAbsent || dappsAreAbsent)('with the wallet', () => {
    let kit: DappKit;
    beforeAll(async () => {
      kit = await DappKit.start(browser);
      await kit.open('rainbowkit.jsx', { rpcUrl: String(kit.devnet.urls.evmHttp) });
    });
    afterAll(() => kit?.close());

    const account = '[data-testid="rk-account-button"]';

    it('connects by its window, in which the user once rejects', async () => {
      // RainbowKit overlooks a rejection that comes before its window has changed.
      await kit.devnet.wallet.set({ delayMs: 500 });
      await kit.devnet.wallet.reject();
      await kit.click('[data-testid="rk-connect-button"]');
      await kit.click('[data-testid="rk-wallet-option-dev.halley.wallet"]');
      await kit.see('[role="dialog"]', /Opening Halley.*retry/i);
      expect(await kit.text(account)).toBeUndefined();
      await kit.browser.evaluate(
        `[...document.querySelectorAll('[role="dialog"] button')].find((one) => /^retry$/i.test(one.textContent))?.click()`,
      );
      await kit.see(account, /0xf3.*2266/i);
    });

    it('sends, and tells of a rejection', async () => {
      await kit.devnet.wallet.reject();
      await kit.click('#send');
      await kit.see('#sent', 'User rejected the request.');
      await kit.click('#send');
      await kit.see('#sent', 'success');
    });
  });
});
