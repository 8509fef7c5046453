/**
 * wagmi and viem find the wallet by EIP-6963 in three browsers, and use it as they use an extension: they connect, sign,
 * send, and hear of accounts, chains, reverts and resets.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROWSERS } from './browsers.js';
import { DappKit, dappsAreAbsent } from './dapp_kit.js';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const ALICE_CHECKSUMMED = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const RDNS = 'dev.halley.wallet';
const OWN = 31337;
const HUB = 7777;

describe.each(BROWSERS)('wagmi in $name', (browser) => {
  describe.skipIf(browser.isAbsent || dappsAreAbsent)('with the wallet', () => {
    let kit: DappKit;
    beforeAll(async () => {
      kit = await DappKit.start(browser, { chains: [{ id: 'hub-1', evmChainId: BigInt(HUB), jsonRpc: true }] });
    });
    afterAll(() => kit?.close());

    const ask = (method: string, ...params: unknown[]): Promise<unknown> =>
      kit.devnet.provider.request({ method, params });

    const log = () => kit.call<string[]>('log');

    async function open(fresh = true): Promise<void> {
      const rpcUrls = [
        [OWN, kit.devnet.urls.evmHttp],
        [HUB, kit.devnet.chains.get('hub-1').urls.evmHttp],
      ];
      const origin = await kit.open('wagmi.js', { rpcUrls: JSON.stringify(rpcUrls), fresh: `${fresh}` });
      if (fresh) await kit.forget(origin);
      await expect.poll(() => kit.call('wallets')).toContainEqual({ id: RDNS, name: 'Halley', type: 'injected' });
      await kit.call('use', RDNS);
    }

    beforeEach(async () => {
      const { wallet } = kit.devnet;
      await wallet.set({
        accounts: [ALICE],
        chainId: `0x${OWN.toString(16)}`,
        locked: false,
        connected: 'yes',
        mode: 'approve',
      });
      await open();
    });

    it('connects, signs and sends', async () => {
      expect(await kit.call('connect')).toMatchObject({ value: { chainId: OWN } });
      expect(await kit.call('account')).toMatchObject({ status: 'connected', connector: RDNS });
      expect(await kit.call('sign', 'hello')).toEqual({ value: true });
      expect(await kit.call('signTyped')).toEqual({ value: true });
      const had = BigInt((await ask('eth_getBalance', BOB, 'latest')) as string);
      expect(await kit.call('send', BOB, '7')).toMatchObject({ value: { status: 'success', from: ALICE } });
      expect(BigInt((await ask('eth_getBalance', BOB, 'latest')) as string) - had).toBe(7n);
    });

    it('shows what the user refuses by the errors of viem', async () => {
      const { wallet } = kit.devnet;
      await wallet.reject();
      expect(await kit.call('connect')).toMatchObject({ error: { name: 'UserRejectedRequestError', code: 4001 } });
      await kit.call('connect');
      await wallet.reject('personal_sign');
      expect(await kit.call('sign', 'no')).toMatchObject({ error: { code: 4001 } });
      await wallet.close();
      expect(await kit.call('send', BOB, '1')).toMatchObject({ error: { code: 4001 } });
    });

    it('disconnects from a wallet that has lost its connection', async () => {
      await kit.call('connect');
      await kit.devnet.wallet.set({ connected: 'other-chain' });
      expect(await kit.call('send', BOB, '1')).toMatchObject({ error: { code: 4901 } });
      await kit.devnet.wallet.set({ connected: 'no' });
      await expect.poll(log).toContain('disconnected');
    });

    it('hears of another account and another network, and disconnects', async () => {
      await kit.call('connect');
      await kit.devnet.wallet.set({ accounts: [BOB] });
      await expect.poll(log).toContain(`connected ${BOB} ${OWN}`);
      await kit.devnet.wallet.set({ chainId: `0x${HUB.toString(16)}` });
      await expect.poll(log).toContain(`connected ${BOB} ${HUB}`);
      await kit.call('disconnect');
      await expect.poll(log).toContain('disconnected');
      expect(await kit.call('permissions')).toEqual({ value: [] });
    });

    it('switches to another chain of the devnet, and sends there', async () => {
      await kit.call('connect');
      await kit.devnet.wallet.set({ knownChains: [`0x${OWN.toString(16)}`] });
      // wagmi adds a chain that the wallet does not know (4902).
      expect(await kit.call('switchChain', HUB)).toMatchObject({ value: { id: HUB } });
      expect(await kit.call('send', BOB, '3', HUB)).toMatchObject({ value: { status: 'success' } });
      expect(await kit.call('switchChain', OWN)).toMatchObject({ value: { id: OWN } });
      const methods = (await kit.devnet.wallet.requests()).map(({ method }) => method);
      expect(methods).toContain('wallet_addEthereumChain');
      expect(await kit.call('addChain', 5, 'http://127.0.0.1:1')).toMatchObject({ error: { code: -32602 } });
    });

    it('sends with the right nonce after a revert', async () => {
      await kit.call('connect');
      const snapshot = await ask('evm_snapshot');
      await kit.call('send', BOB, '1');
      await kit.call('send', BOB, '1');
      await ask('evm_revert', snapshot);
      expect(await kit.call('send', BOB, '1')).toMatchObject({ value: { status: 'success' } });
    });

    it('sends several calls as one transaction (EIP-5792, EIP-7702)', async () => {
      await kit.call('connect');
      expect(await kit.call('capabilities')).toMatchObject({
        value: { [OWN]: { atomic: { status: expect.stringMatching(/^(ready|supported)$/) } } },
      });
      const calls = [
        { to: BOB, value: '5' },
        { to: BOB, value: '6' },
      ];
      const had = BigInt((await ask('eth_getBalance', BOB, 'latest')) as string);
      expect(await kit.call('sendCalls', calls, { forceAtomic: true })).toMatchObject({
        value: {
          status: 'success',
          statusCode: 200,
          atomic: true,
          transactions: [expect.any(String)],
          again: 'success',
        },
      });
      expect(BigInt((await ask('eth_getBalance', BOB, 'latest')) as string) - had).toBe(11n);
      await kit.devnet.wallet.reject('wallet_sendCalls');
      expect(await kit.call('sendCalls', calls)).toMatchObject({ error: { code: 4001 } });
    });

    it('connects again after the page is opened again, without asking', async () => {
      await kit.call('connect');
      const asked = (await kit.devnet.wallet.requests()).length;
      await open(false);
      expect(await kit.call('reconnect')).toEqual({ value: [[ALICE_CHECKSUMMED]] });
      await expect.poll(log).toContain(`connected ${ALICE} ${OWN}`);
      const later = (await kit.devnet.wallet.requests()).slice(asked).map(({ method }) => method);
      expect(later).not.toContain('wallet_requestPermissions');
    });
  });
});
