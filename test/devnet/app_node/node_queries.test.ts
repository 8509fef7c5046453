/**
 * Asks an application the SDK's services about its node and its blocks. A devnet made the blocks, and its CometBFT RPC is
 * the engine's: both must give the same bytes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetBlockByHeightRequest, GetNodeInfoResponse } from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query';
import { GetBlockWithTxsRequest, GetBlockWithTxsResponse, GetTxRequest } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import { createWalletClient, custom, parseEther } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NodeFacts } from '../../../src/app/sdk/query/node_facts.js';
import { txHash } from '../../../src/codec/tx_hash.js';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import type { Devnet } from '../../../src/devnet/index.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { toUpperHex } from '../../../src/kernel/hex.js';
import { type Driven, follow, initChain, openDriven } from './driven_kit.js';
import { type Served, serve } from './runtime_kit.js';

let folder: string;
let devnet: Devnet;
let runtime: ChainNode;
const open: Served[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halley-app-'));
  const rpc = { address: '127.0.0.1:0' };
  devnet = await startDevnet({ seed: 'asked', rpc }, { onRuntime: (opened) => (runtime = opened) });
  const wallet = createWalletClient({ transport: custom(devnet.provider) });
  const [account, to = account] = await wallet.getAddresses();
  if (account === undefined || to === undefined) throw new Error('there are no accounts');
  for (let i = 0; i < 3; i++) await wallet.sendTransaction({ account, to, value: parseEther('1'), chain: null });
});

afterAll(async () => {
  for (const { node } of open) node.close();
  await devnet.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens an application with the blocks of the devnet, whose engine has a URL. */
async function driven(name: string, engineUrl?: string): Promise<Driven> {
  let facts: (() => NodeFacts) | undefined;
  const application = await openDriven(join(folder, name), undefined, 0n, {
    nodeFacts: () => (facts as () => NodeFacts)(),
  });
  await initChain(application.application, runtime.chain.genesis);
  await follow(application, runtime, 1n, runtime.chain.blockStore.height);
  const served = await serve(application, folder, engineUrl);
  open.push(served);
  facts = served.node.nodeFacts;
  return application;
}

const queryOf = (path: string, data: Uint8Array = EMPTY_BYTES) => ({ path, data, height: 0n, prove: false });

it('answers as the node whose blocks it has', async () => {
  const { application } = await driven('asked', `${devnet.urls.cometRpc}/v0.38`);
  const [tx = EMPTY_BYTES] = runtime.chain.blockStore.block(2n)?.block.txs ?? [];
  const tendermint = '/cosmos.base.tendermint.v1beta1.Service';
  const ofHeight = GetBlockByHeightRequest.encode({ height: 2n }).finish();
  const queries = [
    queryOf(`${tendermint}/GetNodeInfo`),
    queryOf(`${tendermint}/GetSyncing`),
    queryOf(`${tendermint}/GetLatestBlock`),
    queryOf(`${tendermint}/GetBlockByHeight`, ofHeight),
    queryOf(`${tendermint}/GetBlockByHeight`, GetBlockByHeightRequest.encode({ height: 99n }).finish()),
    queryOf(`${tendermint}/GetValidatorSetByHeight`, ofHeight),
    queryOf(`${tendermint}/GetLatestValidatorSet`),
    queryOf('/cosmos.base.node.v1beta1.Service/Config'),
    queryOf('/cosmos.base.node.v1beta1.Service/Status'),
    queryOf('/cosmos.tx.v1beta1.Service/GetTx', GetTxRequest.encode({ hash: toUpperHex(txHash(tx)) }).finish()),
    queryOf('/cosmos.tx.v1beta1.Service/GetTx', GetTxRequest.encode({ hash: '00' }).finish()),
    queryOf('/cosmos.tx.v1beta1.Service/GetBlockWithTxs', GetBlockWithTxsRequest.encode({ height: 2n }).finish()),
  ];
  for (const query of queries) {
    const [ours, theirs] = await Promise.all([application.query(query), runtime.chain.app.query(query)]);
    expect([query.path, ours]).toEqual([query.path, theirs]);
  }
  const info = GetNodeInfoResponse.decode((await application.query(queryOf(`${tendermint}/GetNodeInfo`))).value);
  expect(info.defaultNodeInfo?.network).toBe(runtime.chain.genesis.chainId);
});

it('pages the transactions of a block as the SDK does', async () => {
  const { application } = await driven('pages', `${devnet.urls.cometRpc}/v0.38`);
  const ask = (height: bigint, pagination?: { readonly offset: bigint; readonly limit: bigint }) =>
    application.query(
      queryOf(
        '/cosmos.tx.v1beta1.Service/GetBlockWithTxs',
        GetBlockWithTxsRequest.encode(
          GetBlockWithTxsRequest.fromPartial({ height, ...(pagination && { pagination }) }),
        ).finish(),
      ),
    );
  const block = runtime.chain.blockStore.block(2n)?.block;
  const whole = GetBlockWithTxsResponse.decode((await ask(2n)).value);
  expect([whole.txs.length, whole.pagination?.total]).toEqual([block?.txs.length, BigInt(block?.txs.length ?? -1)]);
  expect(whole.block?.header?.height).toBe(2n);
  expect(whole.txs).not.toHaveLength(0);
  expect(GetBlockWithTxsResponse.decode((await ask(2n, { offset: 0n, limit: 0n })).value).txs).toEqual([]);
  expect(await ask(2n, { offset: 9n, limit: 1n })).toMatchObject({
    code: 6,
    log: expect.stringContaining('out of range'),
  });
  expect(await ask(99n)).toMatchObject({
    code: 6,
    log: expect.stringContaining('requested height 99 but height must'),
  });
});

it('says that the engine is away where only it can answer, and answers the rest', async () => {
  const { application } = await driven('alone');
  const ask = (path: string) => application.query(queryOf(path));
  for (const path of ['GetNodeInfo', 'GetSyncing', 'GetLatestBlock'])
    expect(await ask(`/cosmos.base.tendermint.v1beta1.Service/${path}`)).toMatchObject({
      code: 6,
      log: expect.stringMatching(/code = Unavailable desc = http:\/\/127.0.0.1:1 did not answer the application: /),
    });
  for (const path of ['tendermint.v1beta1.Service/GetLatestValidatorSet', 'node.v1beta1.Service/Status'])
    expect(await ask(`/cosmos.base.${path}`)).toMatchObject({ code: 0 });
});
