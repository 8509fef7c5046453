/** Tests queries about the node itself, answered from node facts: here of three validators and five blocks. */
import { ConfigResponse, StatusResponse } from 'cosmjs-types/cosmos/base/node/v1beta1/query';
import {
  GetBlockByHeightRequest,
  GetBlockByHeightResponse,
  GetLatestBlockResponse,
  GetLatestValidatorSetRequest,
  GetLatestValidatorSetResponse,
  GetNodeInfoResponse,
  GetSyncingResponse,
  GetValidatorSetByHeightRequest,
  GetValidatorSetByHeightResponse,
} from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query';
import { PubKey } from 'cosmjs-types/cosmos/crypto/ed25519/keys';
import { Block } from 'cosmjs-types/tendermint/types/block';
import { BlockID } from 'cosmjs-types/tendermint/types/types';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NodeFacts } from '../../../src/app/sdk/query/node_facts.js';
import { bech32Address } from '../../../src/app/types/address.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { parseTime } from '../../../src/kernel/time.js';
import { TestChain } from '../support/chain.js';
import { validatorsOf } from '../support/validators.js';

const validators = validatorsOf(10n, 20n, 5n);
const hash = (fill: number): Bytes => new Uint8Array(32).fill(fill);
const proposer = validators[0]?.address ?? EMPTY_BYTES;

const blockAt = (height: bigint): Block =>
  Block.fromPartial({
    header: {
      version: { block: 11n, app: 0n },
      chainId: 'halley_31337-1',
      height,
      time: { seconds: 1_700_000_000n, nanos: 5 },
      lastBlockId: { hash: hash(1), partSetHeader: { total: 1, hash: hash(2) } },
      appHash: hash(3),
      proposerAddress: proposer,
    },
    data: { txs: [Uint8Array.of(1, 2)] },
    evidence: {},
    lastCommit: {
      height: height - 1n,
      round: 2,
      blockId: { hash: hash(1), partSetHeader: { total: 1, hash: hash(2) } },
    },
  });

const nobody = (): never => {
  throw new Error('nobody asks for transactions here');
};

const facts: NodeFacts = {
  txs: { byHash: nobody, search: nobody, broadcast: nobody },
  evm: { execute: nobody, estimateGas: nobody, traceTx: nobody, traceBlock: nobody },
  info: () => ({
    protocol: { p2p: 8n, block: 11n, app: 1n },
    nodeId: 'ab'.repeat(20),
    listenAddress: 'tcp://0.0.0.0:26656',
    network: 'halley_31337-1',
    version: '0.38.25',
    channels: Uint8Array.of(0x40, 0x20),
    moniker: 'halley',
    txIndex: 'on',
    rpcAddress: 'tcp://127.0.0.1:26657',
  }),
  config: { minimumGasPrice: '1ahalley', pruningKeepRecent: '0', pruningInterval: '0', haltHeight: 0n },
  syncing: () => false,
  head: { height: 5n, time: parseTime('2025-01-01T00:00:05Z') ?? 0n, appHash: hash(7), nextValidatorsHash: hash(8) },
  consensusParams: nobody,
  earliestBlock: 2n,
  earliestState: 1n,
  block: (height) => ({
    id: BlockID.encode(BlockID.fromPartial({ hash: hash(9), partSetHeader: { total: 1, hash: hash(4) } })).finish(),
    block: Block.encode(blockAt(height)).finish(),
  }),
  validators: () => validators.map((validator, i) => ({ ...validator, proposerPriority: BigInt(-i) })),
};

let chain: TestChain;
beforeAll(async () => {
  await installFastCrypto();
  chain = await TestChain.open({ nodeFacts: () => facts });
});

const ask = (service: 'tendermint' | 'node', method: string, data: Bytes = EMPTY_BYTES) =>
  chain.app.query({ path: `/cosmos.base.${service}.v1beta1.Service/${method}`, data, height: 0n, prove: false });
const answerOf = async (...args: Parameters<typeof ask>): Promise<Bytes> => {
  const { code, log, value } = await ask(...args);
  expect([code, log]).toEqual([0, '']);
  return value;
};

describe('the node', () => {
  it('returns its node info', async () => {
    const { defaultNodeInfo, applicationVersion } = GetNodeInfoResponse.decode(
      await answerOf('tendermint', 'GetNodeInfo'),
    );
    expect(defaultNodeInfo).toEqual({
      protocolVersion: { p2p: 8n, block: 11n, app: 1n },
      defaultNodeId: 'ab'.repeat(20),
      listenAddr: 'tcp://0.0.0.0:26656',
      network: 'halley_31337-1',
      version: '0.38.25',
      channels: Uint8Array.of(0x40, 0x20),
      moniker: 'halley',
      other: { txIndex: 'on', rpcAddress: 'tcp://127.0.0.1:26657' },
    });
    expect(applicationVersion).toMatchObject({ name: 'halley', appName: 'halley', version: '0.1.0' });
    expect(GetSyncingResponse.decode(await answerOf('tendermint', 'GetSyncing')).syncing).toBe(false);
  });

  it('returns its settings and its status', async () => {
    expect(ConfigResponse.decode(await answerOf('node', 'Config'))).toEqual({
      minimumGasPrice: '1ahalley',
      pruningKeepRecent: '0',
      pruningInterval: '0',
      haltHeight: 0n,
    });
    expect(StatusResponse.decode(await answerOf('node', 'Status'))).toEqual({
      earliestStoreHeight: 1n,
      height: 5n,
      timestamp: { seconds: 1_735_689_605n, nanos: 0 },
      appHash: hash(7),
      validatorHash: hash(8),
    });
  });

  it('is unknown without node facts', async () => {
    const mute = await TestChain.open();
    const path = '/cosmos.base.node.v1beta1.Service/Status';
    expect(await mute.app.query({ path, data: EMPTY_BYTES, height: 0n, prove: false })).toMatchObject({
      code: 6,
      log: 'unknown query path: unknown request',
    });
  });
});

describe('blocks', () => {
  const byHeight = (height: bigint) =>
    ask('tendermint', 'GetBlockByHeight', GetBlockByHeightRequest.encode({ height }).finish());

  it('are those of the engine, and again with a bech32 proposer', async () => {
    const latest = GetLatestBlockResponse.decode(await answerOf('tendermint', 'GetLatestBlock'));
    expect(latest.blockId?.hash).toEqual(hash(9));
    expect(latest.block).toEqual(blockAt(5n));
    const { proposerAddress: _, ...header } = blockAt(5n).header;
    expect(latest.sdkBlock).toEqual({
      ...blockAt(5n),
      header: { ...header, proposerAddress: bech32Address(proposer, 'halleyvalcons') },
    });
    const { value } = await byHeight(3n);
    expect(GetBlockByHeightResponse.decode(value).sdkBlock?.header.height).toBe(3n);
  });

  it.each([
    [6n, 'rpc error: code = InvalidArgument desc = requested block height is bigger then the chain length'],
    [0n, 'height must be greater than 0, but got 0'],
    [-3n, 'height must be greater than 0, but got -3'],
    [1n, 'height 1 is not available, lowest height is 2'],
  ])('at height %i are refused', async (height, text) => {
    expect(await byHeight(height)).toMatchObject({ code: 18, codespace: 'sdk', log: `${text}: invalid request` });
  });
});

describe('validator sets', () => {
  it('are in the engine’s order and pages', async () => {
    const request = GetValidatorSetByHeightRequest.fromPartial({ height: 4n, pagination: { offset: 2n, limit: 2n } });
    const data = GetValidatorSetByHeightRequest.encode(request).finish();
    const page = GetValidatorSetByHeightResponse.decode(await answerOf('tendermint', 'GetValidatorSetByHeight', data));
    expect(page).toMatchObject({ blockHeight: 4n, pagination: { total: 3n } });
    expect(page.validators).toHaveLength(1);
    expect(page.validators[0]).toMatchObject({
      address: bech32Address(validators[2]?.address ?? EMPTY_BYTES, 'halleyvalcons'),
      votingPower: 5n,
      proposerPriority: -2n,
    });
    expect(PubKey.decode(page.validators[0]?.pubKey?.value ?? EMPTY_BYTES).key).toEqual(validators[2]?.pubKey.bytes);
    const latest = GetLatestValidatorSetResponse.decode(await answerOf('tendermint', 'GetLatestValidatorSet'));
    expect([latest.blockHeight, latest.validators.map(({ votingPower }) => votingPower)]).toEqual([5n, [10n, 20n, 5n]]);
  });

  it('have no page beyond the last', async () => {
    const request = GetLatestValidatorSetRequest.fromPartial({ pagination: { offset: 200n } });
    const data = GetLatestValidatorSetRequest.encode(request).finish();
    expect((await ask('tendermint', 'GetLatestValidatorSet', data)).log).toBe(
      'page should be within [1, 1] range, given 3: invalid request',
    );
  });
});
