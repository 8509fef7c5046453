/** Tests the SDK's service about transactions through `abci_query`, with CosmJS's requests. */
import {
  createProtobufRpcClient,
  GasPrice,
  QueryClient,
  SigningStargateClient,
  setupTxExtension,
} from '@cosmjs/stargate';
import { Tendermint37Client } from '@cosmjs/tendermint-rpc';
import { BroadcastMode, OrderBy, ServiceClientImpl } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import { Tx, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { ethereumSigner } from '../../support/ethereum_signer.js';

/** Time between two looks of CosmJS for a transaction in a block; its default is three seconds. */
const POLL_MS = 10;

let devnet: Devnet;
let comet: Tendermint37Client;
let signing: SigningStargateClient;
let service: ServiceClientImpl;
let sender: string;

beforeAll(async () => {
  devnet = await createDevnet({ seed: 'tx service', jsonRpc: false, rpc: true });
  const url = devnet.urls.cometRpc as string;
  comet = await Tendermint37Client.connect(url);
  service = new ServiceClientImpl(createProtobufRpcClient(QueryClient.withExtensions(comet)));
  const key = fromHex(devnet.accounts[0]?.privateKey.slice(2) as string);
  const signer = ethereumSigner(key, devnet.accounts[0]?.address as string, 'direct');
  signing = await SigningStargateClient.connectWithSigner(url, signer, {
    gasPrice: GasPrice.fromString('2000000000ahalley'),
    broadcastPollIntervalMs: POLL_MS,
  });
  sender = (await signer.getAccounts())[0]?.address as string;
});

afterAll(async () => {
  signing.disconnect();
  comet.disconnect();
  await devnet.close();
});

const fee = { amount: [{ denom: 'ahalley', amount: '400000000000000' }], gas: '200000' };

const signed = async (amount: string): Promise<Uint8Array> => {
  const value = { fromAddress: sender, toAddress: sender, amount: [{ denom: 'ahalley', amount }] };
  return TxRaw.encode(
    await signing.sign(sender, [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }], fee, 'memo'),
  ).finish();
};

it('broadcasts a transaction, and finds it by its hash and by its events', async () => {
  const tx = await signed('7');
  const sent = await service.BroadcastTx({ txBytes: tx, mode: BroadcastMode.BROADCAST_MODE_SYNC });
  expect(sent.txResponse).toMatchObject({ code: 0, codespace: '', height: 0n, rawLog: '' });
  const hash = sent.txResponse?.txhash as string;
  const inBlock = await signing.getTx(hash);

  const extended = QueryClient.withExtensions(comet, setupTxExtension);
  const found = await extended.tx.getTx(hash);
  expect(found.tx).toEqual(Tx.decode(tx));
  expect(found.txResponse).toMatchObject({
    height: BigInt(inBlock?.height as number),
    txhash: hash,
    code: 0,
    gasWanted: 200000n,
    gasUsed: inBlock?.gasUsed,
    tx: { typeUrl: '/cosmos.tx.v1beta1.Tx', value: tx },
  });
  const { header } = (await comet.block(inBlock?.height)).block;
  expect(new Date(found.txResponse?.timestamp as string).getTime()).toBe(Math.floor(header.time.getTime()));
  expect(found.txResponse?.events.map(({ type }) => type)).toEqual(inBlock?.events.map(({ type }) => type));

  const request = { events: [], page: 0n, limit: 0n, orderBy: OrderBy.ORDER_BY_UNSPECIFIED };
  const byEvents = await service.GetTxsEvent({ ...request, query: `transfer.sender='${sender}'` });
  expect(byEvents.total).toBe(1n);
  expect(byEvents.txs).toEqual([Tx.decode(tx)]);
  expect(byEvents.txResponses[0]?.txhash).toBe(hash);

  const again = await service.BroadcastTx({ txBytes: tx, mode: BroadcastMode.BROADCAST_MODE_SYNC });
  expect(again.txResponse).toMatchObject({ codespace: 'sdk', code: 19, txhash: hash });
});

it('returns pages of results, newest first on request', async () => {
  const hashes: string[] = [];
  for (const amount of ['1', '2', '3'])
    hashes.push((await signing.broadcastTx(await signed(amount), 60_000, POLL_MS)).transactionHash);
  const query = `transfer.sender='${sender}' AND tx.height>1`;
  const ask = (page: bigint, orderBy: OrderBy) => service.GetTxsEvent({ events: [], query, page, limit: 2n, orderBy });
  const first = await ask(1n, OrderBy.ORDER_BY_DESC);
  expect(first.txResponses.map(({ txhash }) => txhash)).toEqual([hashes[2], hashes[1]]);
  const all = Number(first.total);
  expect(all).toBeGreaterThanOrEqual(3);
  await expect(ask(9n, OrderBy.ORDER_BY_ASC)).rejects.toThrow(/page should be within \[1, \d\] range, given 9/);
});

it('refuses an invalid request, with the error text of the service', async () => {
  const extended = QueryClient.withExtensions(comet, setupTxExtension);
  await expect(extended.tx.getTx('')).rejects.toThrow('tx hash cannot be empty');
  await expect(extended.tx.getTx('zz')).rejects.toThrow("encoding/hex: invalid byte: U+007A 'z'");
  await expect(extended.tx.getTx('0é')).rejects.toThrow("encoding/hex: invalid byte: U+00C3 'Ã'");
  await expect(extended.tx.getTx('a\n')).rejects.toThrow('encoding/hex: invalid byte: U+000A');
  await expect(extended.tx.getTx('abc')).rejects.toThrow('encoding/hex: odd length hex string');
  await expect(extended.tx.getTx('ab'.repeat(32))).rejects.toThrow(`tx not found: ${'ab'.repeat(32)}`);
  const empty = { events: [], query: '', page: 0n, limit: 0n, orderBy: OrderBy.ORDER_BY_ASC };
  await expect(service.GetTxsEvent(empty)).rejects.toThrow('query cannot be empty');
  await expect(service.GetTxsEvent({ ...empty, query: 'tx.height=' })).rejects.toThrow('offset 10: EOF');
  const mode = BroadcastMode.BROADCAST_MODE_SYNC;
  await expect(service.BroadcastTx({ txBytes: new Uint8Array(), mode })).rejects.toThrow('invalid empty tx');
  const block = { txBytes: Uint8Array.of(1), mode: BroadcastMode.BROADCAST_MODE_BLOCK };
  await expect(service.BroadcastTx(block)).rejects.toThrow(
    'failed with (18): unsupported return type unspecified; supported types: sync, async: invalid request',
  );
  const refused = await service.BroadcastTx({ txBytes: Uint8Array.of(1, 2, 3), mode });
  expect(refused.txResponse).toMatchObject({ code: 2, codespace: 'sdk', height: 0n });
});
