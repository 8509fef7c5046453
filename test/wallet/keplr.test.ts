/** Tests Keplr's API of a page against CosmJS, over a devnet's sockets. */
import { makeSignDoc as makeAminoDoc, serializeSignDoc } from '@cosmjs/amino';

import { makeAuthInfoBytes, makeSignBytes, makeSignDoc, type OfflineDirectSigner } from '@cosmjs/proto-signing';
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { Any } from 'cosmjs-types/google/protobuf/any';
import {
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  serializeTransaction,
  toHex,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { secp256k1Verify } from '../../src/crypto/secp256k1/index.js';
import { keccak256 } from '../../src/kernel/hash.js';
import { openPage, startDevnet } from './page_kit.js';

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

const withKeplr = async (options = {}) => {
  const devnet = await startDevnet(options);
  const page = openPage(devnet);
  const { chainId } = devnet;
  const { bech32, address } = devnet.accounts[0] as (typeof devnet.accounts)[0];
  return { devnet, page, keplr: page.keplr, chainId, bech32, address: address.toLowerCase() };
};

/** Asks as `@keplr-wallet/provider-extension` does, and returns the result of the answer. */
function proxied(window: EventTarget & Record<string, unknown>, request: object): Promise<unknown> {
  return new Promise((resolve) => {
    window['postMessage'] = (message: { type: string; result: unknown }) => resolve(message.result);
    window.dispatchEvent(Object.assign(new Event('message'), { data: request, source: window }));
  });
}

describe("Keplr's API", () => {
  it('is in the page, and gives the key of the selected account after the user agrees', async () => {
    const { devnet, page, keplr, chainId, bech32, address } = await withKeplr();
    expect(page.window).toMatchObject({ keplr, getOfflineSigner: keplr.getOfflineSigner });
    await devnet.wallet.reject('keplr_enable');
    await expect(keplr.enable(chainId)).rejects.toThrow(/^Request rejected$/);
    await expect(keplr.enable('cosmoshub-4')).rejects.toThrow('There is no chain info for cosmoshub-4');
    await keplr.enable([chainId]);
    await devnet.wallet.set({ mode: 'reject' });
    const key = await keplr.getKey(chainId);
    expect(key).toMatchObject({ bech32Address: bech32, ethereumHexAddress: address, algo: 'ethsecp256k1' });
    expect(toHex(key.address)).toBe(address);
    expect(await keplr.getKeysSettled([chainId, 'x'])).toMatchObject([
      { status: 'fulfilled', value: { bech32Address: bech32 } },
      { status: 'rejected' },
    ]);
    await keplr.disable(chainId);
    await expect(keplr.getKey(chainId)).rejects.toThrow('Request rejected');
  });

  it('tells a page that the account has changed', async () => {
    const { devnet, page, keplr, chainId } = await withKeplr();
    await keplr.enable(chainId);
    const changed = new Promise((resolve) => page.window.addEventListener('keplr_keystorechange', resolve));
    const second = devnet.accounts[1] as (typeof devnet.accounts)[0];
    await devnet.wallet.set({ accounts: [second.address] });
    await changed;
    expect((await keplr.getKey(chainId)).bech32Address).toBe(second.bech32);
  });

  it('signs amino documents as CosmJS serializes them', async () => {
    const { keplr, chainId, bech32 } = await withKeplr();
    const fee = { amount: [{ denom: 'ahalley', amount: '1' }], gas: '200000' };
    const doc = makeAminoDoc([{ type: 'x/<y>', value: { b: '1', a: '&' } }], fee, chainId, 'a < b', 3, 7);
    const { pubKey } = await keplr.getKey(chainId);
    const { signed, signature } = (await keplr.signAmino(chainId, bech32, doc)) as {
      signed: typeof doc;
      signature: { pub_key: { type: string; value: string }; signature: string };
    };
    expect(signed).toEqual(doc);
    expect(fromBase64(signature.pub_key.value)).toEqual(pubKey);
    expect(secp256k1Verify(keccak256(serializeSignDoc(doc)), fromBase64(signature.signature), pubKey)).toBe(true);
    await expect(keplr.signAmino(chainId, 'halley1x', doc)).rejects.toThrow('Signer mismatched');
    await expect(keplr.signAmino(chainId, bech32, { ...doc, chain_id: 'x' })).rejects.toThrow('not matched');
  });

  it('signs directly for a transaction that the chain accepts, and sends it', async () => {
    const { devnet, keplr, chainId, bech32 } = await withKeplr();
    const signer = keplr.getOfflineSigner(chainId) as OfflineDirectSigner;
    const [account] = await signer.getAccounts();
    expect(account?.address).toBe(bech32);
    const to = devnet.accounts[1]?.bech32 as string;
    const before = devnet.accounts[1]?.balance as bigint;
    const { denom } = devnet.chains.get(chainId);
    const sent = { fromAddress: bech32, toAddress: to, amount: [{ denom, amount: '5' }] };
    const send = MsgSend.encode(MsgSend.fromPartial(sent)).finish();
    const bodyBytes = TxBody.encode(
      TxBody.fromPartial({ messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: send }] }),
    ).finish();
    const publicKey = Any.fromPartial({
      typeUrl: '/ethermint.crypto.v1.ethsecp256k1.PubKey',
      value: PubKey.encode({ key: account?.pubkey as Uint8Array }).finish(),
    });
    const { auth, sequence } = await accountOf(devnet, bech32);
    const price = BigInt(devnet.chains.get(chainId).gasPrice.replace(denom, ''));
    const fee = [{ denom, amount: `${price * 200_000n}` }];
    const authInfo = makeAuthInfoBytes([{ pubkey: publicKey, sequence }], fee, 200_000, undefined, undefined);
    const doc = makeSignDoc(bodyBytes, authInfo, chainId, auth);
    const { signed, signature } = await signer.signDirect(bech32, doc);
    expect(makeSignBytes(signed)).toEqual(makeSignBytes(doc));
    const raw = TxRaw.encode(
      TxRaw.fromPartial({ bodyBytes, authInfoBytes: authInfo, signatures: [fromBase64(signature.signature)] }),
    ).finish();
    const hash = (await keplr.sendTx(chainId, raw, 'sync')) as Uint8Array;
    expect(hash).toHaveLength(32);
    expect(devnet.accounts[1]?.balance).toBe(before + 5n);
    await expect(keplr.sendTx(chainId, raw, 'sync')).rejects.toThrow();
  });

  it('signs and verifies arbitrary data (ADR-36)', async () => {
    const { keplr, chainId, bech32, devnet } = await withKeplr();
    for (const data of ['hello', Uint8Array.of(1, 2, 255)]) {
      const signature = await keplr.signArbitrary(chainId, bech32, data);
      expect(await keplr.verifyArbitrary(chainId, bech32, data, signature)).toBe(true);
      expect(await keplr.verifyArbitrary(chainId, bech32, 'other', signature)).toBe(false);
      expect(await keplr.verifyArbitrary(chainId, devnet.accounts[1]?.bech32, data, signature)).toBe(false);
    }
  });

  it("signs what Ethereum's wallets sign", async () => {
    const { keplr, chainId, bech32, address } = await withKeplr();
    const sign = async (data: string, type: string) =>
      toHex((await keplr.signEthereum(chainId, bech32, data, type)) as Uint8Array);
    const signature = await sign('hi', 'message');
    expect((await recoverMessageAddress({ message: 'hi', signature })).toLowerCase()).toBe(address);
    const typed = {
      domain: { name: 'x' },
      types: { A: [{ name: 'b', type: 'string' }] },
      primaryType: 'A',
      message: { b: 'c' },
    } as const;
    const ofTyped = await sign(JSON.stringify(typed), 'eip-712');
    expect((await recoverTypedDataAddress({ ...typed, signature: ofTyped })).toLowerCase()).toBe(address);
    const transaction = {
      to: address as `0x${string}`,
      nonce: 0,
      gas: 21_000n,
      maxFeePerGas: 5n,
      maxPriorityFeePerGas: 1n,
      chainId: 31337,
    };
    const json = {
      ...transaction,
      nonce: 0,
      gas: undefined,
      gasLimit: 21_000,
      maxFeePerGas: '0x5',
      maxPriorityFeePerGas: '0x1',
    };
    const ofTransaction = await sign(JSON.stringify(json), 'transaction');
    const serialized = serializeTransaction(transaction, {
      r: ofTransaction.slice(0, 66) as `0x${string}`,
      s: `0x${ofTransaction.slice(66, 130)}`,
      yParity: Number.parseInt(ofTransaction.slice(130), 16) - 27,
    });
    const recovered = await recoverTransactionAddress({ serializedTransaction: serialized as `0x02${string}` });
    expect(recovered.toLowerCase()).toBe(address);
  });

  it('describes and suggests chains', async () => {
    const { keplr, chainId } = await withKeplr();
    const [info] = (await keplr.getChainInfosWithoutEndpoints()) as [Record<string, unknown>];
    expect(info).toMatchObject({ chainId, bip44: { coinType: 60 }, isEthermintLike: true });
    expect(info).not.toHaveProperty('rpc');
    await keplr.experimentalSuggestChain({ chainId });
    await expect(keplr.experimentalSuggestChain({ chainId: 'x-1' })).rejects.toThrow('a chain of this devnet');
  });

  it('answers the messages of packages that ask for the extension', async () => {
    const { page, chainId, bech32 } = await withKeplr();
    const ask = (method: string, args: unknown, more = {}) =>
      proxied(page.window, { type: 'proxy-request-d_2hxd99brRo', id: '1', method, args, ...more });
    expect(page.window['keplrRequestMetaIdSupport']).toBe(true);
    expect(await ask('ping', [])).toEqual({ return: null });
    expect(await ask('nothing', [])).toEqual({ error: 'Invalid method: nothing' });
    expect(await ask('getKey', [chainId])).toMatchObject({
      return: { bech32Address: bech32, pubKey: expect.stringMatching(/^__uint8array__0[23]/) },
    });
    const doc = { bodyBytes: '__uint8array__00', authInfoBytes: '__uint8array__01', chainId, accountNumber: '5' };
    expect(await ask('signDirect', [chainId, bech32, doc, {}])).toMatchObject({ return: { signed: doc } });
    const request = (args: unknown) => ask('ethereum', args, { ethereumProviderMethod: 'request' });
    expect(await request({ method: 'keplr_initProviderState' })).toEqual({
      return: { currentEvmChainId: 31337, currentChainId: 'eip155:31337', selectedAddress: null },
    });
    expect(await request('{"method":"eth_chainId"}')).toEqual({ return: '0x7a69' });
    expect(await request({ method: 'eth_sign', params: [] })).toMatchObject({ error: { code: 4200 } });
  });
});

async function accountOf(devnet: Awaited<ReturnType<typeof startDevnet>>, address: string) {
  const request = QueryAccountRequest.encode({ address }).finish();
  const { value } = await devnet.chains.get(devnet.chainId).query('/cosmos.auth.v1beta1.Query/Account', request);
  const { account } = QueryAccountResponse.decode(value);
  const bytes = account?.value ?? new Uint8Array();
  // An Ethereum account has the base account as its first field.
  const base = account?.typeUrl.includes('Eth') ? bytes.subarray(2, 2 + (bytes[1] as number)) : bytes;
  const { accountNumber, sequence } = BaseAccount.decode(base);
  return { auth: Number(accountNumber), sequence: Number(sequence) };
}
