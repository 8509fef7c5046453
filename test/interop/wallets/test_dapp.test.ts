/** MetaMask's own test dapp, as its package publishes it, uses the wallet in place of MetaMask. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from './browsers.js';
import { DappKit, dappsAreAbsent, TEST_DAPP } from './dapp_kit.js';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** Leaves out fonts and styles of other machines, and puts the wallet before the first script. */
const changed = (html: string, walletScript: string): string =>
  html
    .replace(/<link\s[^>]*https:[^>]*>/g, '')
    .replace(
      '<head>',
      `<head><script>halleyWallet = { rdns: 'io.metamask' }</script><script src="${walletScript}"></script>`,
    );

describe.each(BROWSERS)("MetaMask's test dapp in $name", (browser) => {
  describe.skipIf(browser.isAbsent || dappsAreAbsent)('with the wallet', () => {
    let kit: DappKit;
    beforeAll(async () => {
      kit = await DappKit.start(browser);
      const url = await kit.dapps.folder(TEST_DAPP, (name, text) =>
        name === '/' ? changed(text, kit.walletScript) : text,
      );
      await kit.browser.goTo(url);
      await kit.see('#providers', 'Halley');
      await kit.browser.evaluate(
        `[...document.querySelectorAll('#providers button')].find((one) => one.textContent.includes('Halley'))?.click()`,
      );
    });
    afterAll(() => kit?.close());

    it('finds it by EIP-6963, connects, and shows network, chain and account', async () => {
      await kit.see('#activeProviderName', 'Halley');
      await kit.click('#connectButton');
      await kit.see('#accounts', ALICE);
      await kit.see('#chainId', '0x7a69');
      await kit.see('#network', '31337');
      await kit.click('#getAccounts');
      await kit.see('#getAccountsResult', ALICE);
    });

    it('has permissions', async () => {
      await kit.click('#requestPermissions');
      await kit.see('#permissionsResult', 'eth_accounts');
      await kit.click('#getPermissions');
      await kit.see('#permissionsResult', 'eth_accounts');
    });

    it('signs messages and typed data, which it verifies', async () => {
      await kit.click('#personalSign');
      await kit.see('#personalSignResult', /^0x[\da-f]{130}$/);
      await kit.click('#personalSignVerify');
      await kit.see('#personalSignVerifySigUtilResult', ALICE);
      await kit.see('#personalSignVerifyECRecoverResult', ALICE);
      await kit.click('#signTypedDataV3');
      await kit.see('#signTypedDataV3Result', /^0x[\da-f]{130}$/);
      await kit.click('#signTypedDataV3Verify');
      await kit.see('#signTypedDataV3VerifyResult', ALICE);
      await kit.click('#signTypedDataV4');
      await kit.see('#signTypedDataV4Result', /^0x[\da-f]{130}$/);
      await kit.click('#signTypedDataV4Verify');
      await kit.see('#signTypedDataV4VerifyResult', ALICE);
      await kit.click('#signPermit');
      await kit.click('#signPermitVerify');
      await kit.see('#signPermitVerifyResult', ALICE);
      await kit.click('#siwe');
      await kit.see('#siweResult', /^0x[\da-f]{130}$/);
    });

    it('shows a rejected signature', async () => {
      await kit.devnet.wallet.reject('personal_sign');
      await kit.click('#personalSign');
      await kit.see('#personalSign', 'Error: User rejected the request.');
    });

    it('deploys a contract, and pays into it', async () => {
      await kit.click('#deployButton');
      await kit.see('#contractStatus', 'Deployed');
      await kit.click('#depositButton');
      await kit.see('#contractStatus', 'Deposit completed');
      await kit.click('#withdrawButton');
      await kit.see('#contractStatus', 'Withdrawn');
    });

    it('creates a token, transfers it, and has it watched', async () => {
      await kit.click('#createToken');
      await kit.see('#erc20TokenAddresses', /0x[\da-f]{40}/i);
      await kit.click('#watchAssets');
      await kit.click('#transferTokens');
      await expect
        .poll(async () => (await kit.devnet.wallet.requests()).map(({ method, status }) => `${method} ${status}`))
        .toContain('wallet_watchAsset done');
    });

    it('hears of another account', async () => {
      const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
      await kit.devnet.wallet.set({ accounts: [bob] });
      await kit.see('#accounts', bob);
      await kit.devnet.wallet.set({ accounts: [ALICE] });
      await kit.see('#accounts', ALICE);
    });
  });
});
