/** gRPC of a devnet, over sockets: queries with heights, transactions, errors, reflection, health. */

import { connect } from 'node:http2';
import { GasPrice, SigningStargateClient } from '@cosmjs/stargate';
import { QueryClientImpl } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { ReflectionServiceClientImpl } from 'cosmjs-types/cosmos/base/reflection/v1beta1/reflection';
import { ABCIQueryRequest, ServiceClientImpl as CometService } from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query';
import { BroadcastMode, ServiceClientImpl } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import { Tx, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { repeatedString, string } from '../../../src/codec/protobuf/field.js';
import { ProtoReader, ProtoWriter } from '../../../src/codec/protobuf/index.js';
import { message } from '../../../src/codec/protobuf/message.js';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { framed } from '../../../src/rpc/grpc/framing.js';
import { type Answered, answered, call, callHeaders, connected } from '../../server/grpc/client.js';
import { ethereumSigner } from '../../support/ethereum_signer.js';

let devnet: Devnet;
let signing: SigningStargateClient;
let sender: string;
const POLL_MS = 10;

beforeAll(async () => {
  devnet = await createDevnet({
    seed: 'gRPC',
    jsonRpc: false,
    rpc: true,
    grpc: { address: true, maxRecvMsgSize: 2000 },
  });
  const key = fromHex(devnet.accounts[0]?.privateKey.slice(2) as string);
  const signer = ethereumSigner(key, devnet.accounts[0]?.address as string, 'direct');
  signing = await SigningStargateClient.connectWithSigner(devnet.urls.cometRpc as string, signer, {
    gasPrice: GasPrice.fromString('2000000000ahalley'),
    broadcastPollIntervalMs: POLL_MS,
  });
  sender = (await signer.getAccounts())[0]?.address as string;
});

afterAll(async () => {
  signing.disconnect();
  await devnet.close();
});

const session = () => connected(devnet.urls.grpc as string, onTestFinished);
const ask = (path: string, body: Bytes = EMPTY_BYTES, headers = {}): Promise<Answered> =>
  call(session(), path, framed(body), headers);

/** Rpc of the clients of cosmjs-types. */
const rpc = (headers = {}) => {
  const open = session();
  return {
    async request(service: string, method: string, data: Uint8Array): Promise<Uint8Array> {
      const { status, text, messages } = await call(open, `/${service}/${method}`, framed(data), headers);
      if (status !== 0) throw new Error(`${status}: ${text}`);
      return Uint8Array.from(messages[0] as Bytes);
    },
  };
};

const signed = async (amount: string): Promise<Uint8Array> => {
  const value = { fromAddress: sender, toAddress: sender, amount: [{ denom: 'ahalley', amount }] };
  const fee = { amount: [{ denom: 'ahalley', amount: '400000000000000' }], gas: '200000' };
  return TxRaw.encode(
    await signing.sign(sender, [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }], fee, ''),
  ).finish();
};

const balance = (headers = {}): Promise<string | undefined> =>
  new QueryClientImpl(rpc(headers))
    .Balance({ address: sender, denom: 'ahalley' })
    .then((reply) => reply.balance?.amount);

describe('queries', () => {
  it('broadcasts a transaction, finds it, and reads balances before and after', async () => {
    const service = new ServiceClientImpl(rpc());
    const height = Number((await ask('/cosmos.bank.v1beta1.Query/Params')).headers['x-cosmos-block-height']);
    const before = await balance();
    const tx = await signed('7');
    const simulated = await service.Simulate({ tx: undefined, txBytes: tx });
    expect(simulated.gasInfo?.gasUsed).toBeGreaterThan(40_000n);
    const sent = await service.BroadcastTx({ txBytes: tx, mode: BroadcastMode.BROADCAST_MODE_SYNC });
    expect(sent.txResponse).toMatchObject({ code: 0 });
    const hash = sent.txResponse?.txhash as string;
    expect((await signing.getTx(hash))?.code).toBe(0);
    expect((await service.GetTx({ hash })).tx).toEqual(Tx.decode(tx));
    expect((await service.TxDecode({ txBytes: tx })).tx).toEqual(Tx.decode(tx));
    expect((await service.TxEncode({ tx: Tx.decode(tx) })).txBytes).toEqual(tx);
    const after = await balance();
    expect(BigInt(after as string)).toBeLessThan(BigInt(before as string));
    expect(await balance({ 'x-cosmos-block-height': `${height}` })).toBe(before);
  });

  it('a snapshot, a transaction and a revert leave the answers as they were', async () => {
    const block = '/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock';
    const before = [await ask(block), await balance()];
    const snapshot = await devnet.snapshot();
    await new ServiceClientImpl(rpc()).BroadcastTx({
      txBytes: await signed('11'),
      mode: BroadcastMode.BROADCAST_MODE_SYNC,
    });
    await devnet.mine();
    expect((await ask(block)).messages).not.toEqual((before[0] as Answered).messages);
    await devnet.revert(snapshot);
    expect([await ask(block), await balance()]).toEqual(before);
  });

  it('answers ABCI queries, and says what an Any may contain', async () => {
    const version = await new CometService(rpc()).ABCIQuery(ABCIQueryRequest.fromPartial({ path: '/app/version' }));
    expect(new TextDecoder().decode(version.value)).toMatch(/^\d+\.\d+\.\d+/);
    const reflection = new ReflectionServiceClientImpl(rpc());
    const { interfaceNames } = await reflection.ListAllInterfaces();
    expect(interfaceNames).toContain('cosmos.base.v1beta1.Msg');
    const { implementationMessageNames } = await reflection.ListImplementations({
      interfaceName: 'cosmos.base.v1beta1.Msg',
    });
    expect(implementationMessageNames).toContain('/cosmos.bank.v1beta1.MsgSend');
  });

  it.each<[path: string, status: number, text: string | RegExp, body?: Bytes]>([
    ['Balance', 12, 'malformed method name: "/Balance"'],
    ['no.Such/Method', 12, 'unknown service no.Such'],
    ['cosmos.bank.v1beta1.Query/None', 12, 'unknown method None for service cosmos.bank.v1beta1.Query'],
    ['cosmos.bank.v1beta1.Query/AllBalances', 3, 'invalid address: empty address string is not allowed'],
    ['cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight', 2, 'height must be greater than 0, but got 0'],
    ['cosmos.tx.v1beta1.Service/GetBlockWithTxs', 2, /^codespace sdk code 26: invalid height: requested height 0 but/],
    ['cosmos.base.tendermint.v1beta1.Service/ABCIQuery', 3, 'empty query path'],
    ['cosmos.tx.v1beta1.Service/TxDecode', 3, 'invalid empty tx bytes'],
    ['cosmos.tx.v1beta1.Service/TxDecode', 2, /^codespace sdk code 2: tx parse error: /, Uint8Array.of(10, 2, 255, 1)],
    ['cosmos.base.reflection.v1beta1.ReflectionService/ListImplementations', 3, 'invalid interface name'],
    ['grpc.health.v1.Health/Check', 5, 'unknown service', Uint8Array.of(10, 1, 120)],
  ])('refuses %s', async (path, status, text, body?: Bytes) => {
    const reply = await ask(`/${path}`, body);
    expect(reply).toMatchObject({ status, text: typeof text === 'string' ? text : expect.stringMatching(text) });
  });

  it.each([
    [
      '1e3',
      'codespace sdk code 18: invalid request: Baseapp.RegisterGRPCServer: invalid height header "x-cosmos-block-height": strconv.ParseInt: parsing "1e3": invalid syntax',
    ],
    [
      '9223372036854775808',
      'codespace sdk code 18: invalid request: Baseapp.RegisterGRPCServer: invalid height header "x-cosmos-block-height": strconv.ParseInt: parsing "9223372036854775808": value out of range',
    ],
    ['-3', 'codespace sdk code 18: invalid request: cannot query with height < 0; please provide a valid height'],
    [
      '1000000',
      'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height',
    ],
  ])('refuses the height %s', async (height, text) => {
    const reply = await ask('/cosmos.bank.v1beta1.Query/Params', EMPTY_BYTES, { 'x-cosmos-block-height': height });
    expect(reply).toMatchObject({ status: 2, text });
  });

  it('refuses a request that is no message, and one that is too large', async () => {
    const path = '/cosmos.bank.v1beta1.Query/Balance';
    const garbage = await ask(path, Uint8Array.of(255, 255, 255));
    expect(garbage).toMatchObject({ status: 13, text: expect.stringMatching(/^grpc: error unmarshalling request: /) });
    expect(await ask(path, new Uint8Array(2001))).toMatchObject({
      status: 8,
      text: 'grpc: received message larger than max (2001 vs. 2000)',
    });
  });
});

const File = message(
  'google.protobuf.FileDescriptorProto',
  { name: string(1), package: string(2), dependency: repeatedString(3) },
  { lenient: true },
);

/** Asks reflection once. Returns the field of the reply with this number. */
async function reflected(version: string, request: Bytes, wanted: number): Promise<Bytes[]> {
  const reply = await ask(`/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`, request);
  expect(reply.status).toBe(0);
  const found: Bytes[] = [];
  for (const reader = new ProtoReader(reply.messages[0] as Bytes); !reader.done; ) {
    if (reader.next().field === wanted) found.push(reader.bytes());
    else reader.skip();
  }
  return found;
}

describe.each(['v1', 'v1alpha'])('reflection %s', (version) => {
  it('describes every service with files that import each other without a cycle', async () => {
    const [list] = await reflected(version, Uint8Array.of((7 << 3) | 2, 0), 6);
    const names = repeated(list as Bytes).map((entry) => new TextDecoder().decode(repeated(entry)[0]));
    expect(names).toContain('cosmos.bank.v1beta1.Query');
    expect(names).toEqual([...names].sort());
    for (const name of names) {
      const [files] = await reflected(version, new ProtoWriter().string(4, name).finish(), 4);
      const all = repeated(files as Bytes).map((file) => File.decode(file));
      const loaded = new Set<string>();
      while (loaded.size < all.length) {
        const ready = all.filter((one) => !loaded.has(one.name) && one.dependency.every((other) => loaded.has(other)));
        expect(ready, `imports of ${name}`).not.toEqual([]);
        for (const one of ready) loaded.add(one.name);
      }
    }
  });

  it('finds a file by its name, and says what it does not have', async () => {
    const [files] = await reflected(version, new ProtoWriter().string(3, 'google/protobuf/any.proto').finish(), 4);
    expect(File.decode(repeated(files as Bytes)[0] as Bytes)).toMatchObject({ package: 'google.protobuf' });
    const [error] = await reflected(version, new ProtoWriter().string(4, 'no.such.Name').finish(), 7);
    expect(new TextDecoder().decode(error)).toContain('symbol not found: "no.such.Name"');
  });
});

it('has all files at once, as the SDK’s reflection', async () => {
  const { status, messages } = await ask('/cosmos.reflection.v1.ReflectionService/FileDescriptors', new Uint8Array());
  expect(status).toBe(0);
  const files = repeated(messages[0] as Bytes).map((file) => File.decode(file));
  const names = files.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('cosmos/bank/v1beta1.proto');
  for (const { name, dependency } of files)
    expect(names, `imports of ${name}`).toEqual(expect.arrayContaining([...dependency]));
});

it('names the services of each module for autocli', async () => {
  const { messages } = await ask('/cosmos.autocli.v1.Query/AppOptions', new Uint8Array());
  const entries = repeated(messages[0] as Bytes).map((entry) => new TextDecoder().decode(entry));
  const [bank, mint] = ['bank', 'mint'].map((name) => entries.find((entry) => entry.slice(2).startsWith(name)));
  expect(bank).toMatch(/cosmos\.bank\.v1beta1\.Msg.*cosmos\.bank\.v1beta1\.Query/s);
  expect(mint).toMatch(/cosmos\.mint\.v1beta1\.Query/);
});

/** Returns the elements of field 1. */
function repeated(bytes: Bytes): Bytes[] {
  const found: Bytes[] = [];
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    if (reader.next().field === 1) found.push(reader.bytes());
    else reader.skip();
  }
  return found;
}

it('a watch of the health lasts until the devnet closes', async () => {
  const own = await createDevnet({ seed: 'watch', jsonRpc: false, grpc: true });
  const watching = connect(`http://${own.urls.grpc}`);
  watching.on('error', () => undefined);
  const stream = watching.request(callHeaders('/grpc.health.v1.Health/Watch'));
  stream.end(framed(EMPTY_BYTES));
  const reply = answered(stream);
  await new Promise((resolve) => stream.once('data', resolve));
  await own.close();
  expect(await reply).toMatchObject({ status: 0, messages: [Uint8Array.of(8, 1)] });
});
