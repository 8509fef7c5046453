/**
 * cosmos-kit finds the wallet as Keplr's extension, through the messages of Keplr's own package, and CosmJS signs with
 * the signers of `window.keplr`. Signatures of ADR-36 are verified by Keplr's library.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROWSERS } from './browsers.js';
import { DappKit, dappsAreAbsent } from './dapp_kit.js';

const OWN = 'halley_31337-1';

interface Key {
  readonly bech32Address: string;
  readonly ethereumHexAddress: string;
}

describe.each(BROWSERS)('Keplr in $name', (browser) => {
  describe.skipIf(browser.isAbsent || dappsAreAbsent)('is the wallet', () => {
    let kit: DappKit;
    let query: Readonly<Record<string, string>>;
    let to: string;

    beforeAll(async () => {
      const listening = { address: '127.0.0.1:0' };
      kit = await DappKit.start(browser, {
        rpc: { address: '127.0.0.1:0', cors: { origins: ['*'], methods: [], headers: ['*'] } },
        ...{ registry: listening, api: { ...listening, enabledUnsafeCors: true } },
      });
      const { registry, cometRpc } = kit.devnet.urls;
      const document = async (name: string) => (await fetch(`${registry}/${name}`)).json();
      const [chain, assetList, keplr] = await Promise.all(['chain.json', 'assetlist.json', 'keplr.json'].map(document));
      query = { facts: JSON.stringify({ chain, assetList, keplr, rpc: cometRpc }) };
      await kit.open('cosmos.js', query);
      await kit.call('keplr.enable');
      const { value } = await kit.call<{ value: Key }>('keplr.key');
      to = value.bech32Address;
    });
    afterAll(() => kit?.close());
    beforeEach(() => kit.open('cosmos.js', query));

    it('is enabled, and has the key of the account', async () => {
      expect(await kit.call('keplr.suggest')).toEqual({ value: null });
      expect(await kit.call('keplr.enable')).toEqual({ value: null });
      expect(await kit.call('keplr.key')).toMatchObject({
        value: {
          ethereumHexAddress: expect.stringMatching(/^0xf39fd6e5/i),
          pubKeyBytes: 33,
          addressBytes: 20,
          isNanoLedger: false,
        },
      });
      expect(await kit.call('keplr.chains')).toEqual({ value: expect.arrayContaining([OWN]) });
      expect(await kit.call('keplr.keys', [OWN, 'nowhere-1'])).toEqual({ value: ['fulfilled', 'rejected'] });
    });

    it.each(['getOfflineSigner', 'getOfflineSignerOnlyAmino', 'getOfflineSignerAuto'])(
      'sends with %s of CosmJS',
      async (signer) => {
        expect(await kit.call('keplr.send', to, signer)).toMatchObject({ value: { code: 0 } });
      },
    );

    it('is found by cosmos-kit, which sends with both kinds of signatures', async () => {
      expect(await kit.call('connect')).toMatchObject({ value: { status: 'Connected', address: to } });
      expect(await kit.call('send', to, 'direct')).toMatchObject({ value: { code: 0 } });
      expect(await kit.call('send', to, 'amino')).toMatchObject({ value: { code: 0 } });
    });

    it('is not connected by cosmos-kit once it is disabled and the user rejects', async () => {
      await kit.call('connect');
      expect(await kit.call('keplr.disable')).toEqual({ value: null });
      await kit.devnet.wallet.set({ mode: 'reject' });
      expect(await kit.call('keplr.key')).toEqual({ error: 'Request rejected' });
      expect(await kit.call('connect')).toEqual({ error: 'Request Rejected!' });
      expect(await kit.call('send', to, 'direct')).toEqual({ error: 'Request rejected' });
      await kit.devnet.wallet.set({ mode: 'approve' });
      expect(await kit.call('keplr.enable')).toEqual({ value: null });
    });

    it("signs text as Keplr's own library verifies it (ADR-36)", async () => {
      expect(await kit.call('keplr.arbitrary', 'hello')).toEqual({
        value: { type: expect.any(String), theirs: true, theirsOfAnother: false, ours: true, oursOfAnother: false },
      });
    });

    it('signs messages of Ethereum', async () => {
      const { value } = await kit.call<{ value: number[] }>('keplr.signEthereum', 'hello', 'message');
      expect(value).toHaveLength(65);
    });

    it('announces another account', async () => {
      await kit.devnet.wallet.set({ accounts: ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'] });
      await expect.poll(() => kit.call('changes')).toEqual(['keystore']);
      await kit.devnet.wallet.set({ accounts: ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'] });
    });
  });
});
