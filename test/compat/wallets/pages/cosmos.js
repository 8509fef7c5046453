/**
 * A dapp on cosmos-kit with its wallet for Keplr's extension, and one on `window.keplr` with CosmJS. Signatures of
 * ADR-36 are verified by Keplr's own library.
 */
import { makeSignDoc as makeAminoDoc } from '@cosmjs/amino';
import { makeAuthInfoBytes, makeSignDoc, Registry } from '@cosmjs/proto-signing';
import { defaultRegistryTypes, StargateClient } from '@cosmjs/stargate';
import { Logger, WalletManager } from '@cosmos-kit/core';
import { wallets } from '@cosmos-kit/keplr-extension';
import { verifyADR36Amino } from '@keplr-wallet/cosmos';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';

const { chain, assetList, keplr: description, rpc } = JSON.parse(new URLSearchParams(location.search).get('facts'));
const { chain_id: chainId, bech32_prefix: prefix } = chain;
const AMINO_JSON = 127;

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const plain = (value) =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? 'null');

const tried = (act) =>
  Promise.resolve()
    .then(act)
    .then(
      (value) => ({ value: plain(value) }),
      (error) => ({ error: error?.message ?? String(error) }),
    );

const changes = [];
addEventListener('keplr_keystorechange', () => changes.push('keystore'));

/**
 * Sends as dapps do for accounts with Ethereum's addresses: the client of CosmJS knows no other public keys than those of
 * secp256k1, so its functions for documents are used.
 */
async function sendBy(offline, to) {
  const client = await StargateClient.connect(rpc);
  const [{ address, pubkey }] = await offline.getAccounts();
  const response = await fetch(`${description.rest}/cosmos/auth/v1beta1/accounts/${address}`);
  const { account_number: number, sequence: next } = (await response.json()).account;
  const [accountNumber, sequence] = [Number(number), Number(next)];
  const amount = [{ denom: 'ahalley', amount: '5' }];
  const fee = { amount: [{ denom: 'ahalley', amount: '900000000000000' }], gas: '200000' };
  const isDirect = 'signDirect' in offline;
  const key = {
    typeUrl: '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey',
    value: Uint8Array.from([10, pubkey.length, ...pubkey]),
  };
  const send = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: { fromAddress: address, toAddress: to, amount } };
  let bodyBytes = new Registry(defaultRegistryTypes).encodeTxBody({ messages: [send], memo: 'a memo' });
  const authOf = (mode) =>
    makeAuthInfoBytes([{ pubkey: key, sequence }], fee.amount, Number(fee.gas), undefined, undefined, mode);
  let authInfoBytes = authOf(isDirect ? undefined : AMINO_JSON);
  let signature;
  if (isDirect) {
    const answer = await offline.signDirect(address, makeSignDoc(bodyBytes, authInfoBytes, chainId, accountNumber));
    ({ bodyBytes, authInfoBytes } = answer.signed);
    signature = answer.signature;
  } else {
    const message = { type: 'cosmos-sdk/MsgSend', value: { from_address: address, to_address: to, amount } };
    const doc = makeAminoDoc([message], fee, chainId, 'a memo', accountNumber, sequence);
    signature = (await offline.signAmino(address, doc)).signature;
  }
  const tx = TxRaw.encode({ bodyBytes, authInfoBytes, signatures: [bytesOf(signature.signature)] }).finish();
  const { code, rawLog } = await client.broadcastTx(tx);
  client.disconnect();
  return { code, rawLog };
}

const manager = new WalletManager(
  ...[[chain], wallets, new Logger('NONE'), true, undefined, undefined, [assetList], undefined, undefined, undefined],
  { isLazy: true, endpoints: { [chain.chain_name]: { rpc: [rpc], isLazy: true } } },
);
const mounted = manager.onMounted();

window.dapp = {
  changes: () => changes,
  /** Connects by cosmos-kit. */
  connect: () =>
    tried(async () => {
      await mounted;
      const wallet = manager.getWalletRepo(chain.chain_name).getWallet('keplr-extension');
      await wallet.connect();
      return { status: wallet.walletStatus, message: wallet.message, address: wallet.address, name: wallet.username };
    }),
  /** Sends by cosmos-kit. */
  send: (to, type) =>
    tried(async () => {
      const wallet = manager.getWalletRepo(chain.chain_name).getWallet('keplr-extension');
      await wallet.initOfflineSigner(type);
      return sendBy(wallet.offlineSigner, to);
    }),
  keplr: {
    suggest: (changed = {}) => tried(() => window.keplr.experimentalSuggestChain({ ...description, ...changed })),
    enable: (id = chainId) => tried(() => window.keplr.enable(id)),
    disable: (id = chainId) => tried(() => window.keplr.disable(id)),
    key: () =>
      tried(async () => {
        const { pubKey, address, ...key } = await window.keplr.getKey(chainId);
        return { ...key, pubKeyBytes: pubKey.length, addressBytes: address.length };
      }),
    keys: (ids) => tried(async () => (await window.keplr.getKeysSettled(ids)).map(({ status }) => status)),
    chains: () => tried(async () => (await window.keplr.getChainInfosWithoutEndpoints()).map((one) => one.chainId)),
    /** Sends with one of the three signers of Keplr. */
    send: (to, signer) =>
      tried(async () => {
        return sendBy(await window[signer](chainId), to);
      }),
    arbitrary: (data) =>
      tried(async () => {
        const { bech32Address, pubKey } = await window.keplr.getKey(chainId);
        const signed = await window.keplr.signArbitrary(chainId, bech32Address, data);
        const signature = bytesOf(signed.signature);
        const verify = (text) => verifyADR36Amino(prefix, bech32Address, text, pubKey, signature, 'ethsecp256k1');
        return {
          type: signed.pub_key.type,
          ...{ theirs: verify(data), theirsOfAnother: verify(`${data}!`) },
          ours: await window.keplr.verifyArbitrary(chainId, bech32Address, data, signed),
          oursOfAnother: await window.keplr.verifyArbitrary(chainId, bech32Address, `${data}!`, signed),
        };
      }),
    signEthereum: (message, type) =>
      tried(async () => {
        const { bech32Address } = await window.keplr.getKey(chainId);
        return [...(await window.keplr.signEthereum(chainId, bech32Address, message, type))];
      }),
  },
};
