/** Tests that the SDK's services about nodes and blocks agree with the block store and the network. */
import { ConfigResponse, StatusResponse } from 'cosmjs-types/cosmos/base/node/v1beta1/query';
import {
  GetBlockByHeightRequest,
  GetBlockByHeightResponse,
  GetNodeInfoResponse,
  GetSyncingResponse,
  GetValidatorSetByHeightRequest,
  GetValidatorSetByHeightResponse,
} from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query';
import { Block } from 'cosmjs-types/tendermint/types/block';
import { expect, it } from 'vitest';
import { encodeBlock } from '../../../src/consensus/types/block.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { toHex } from '../../../src/kernel/hex.js';
import { unixSeconds } from '../../../src/kernel/time.js';
import { NodeUnderTest } from '../node_kit.js';

const ask = (node: NodeUnderTest, service: 'tendermint' | 'node', method: string, data = EMPTY_BYTES) =>
  node.comet.query({ path: `/cosmos.base.${service}.v1beta1.Service/${method}`, data, height: 0n, prove: false });

it('the node has the identity of the CometBFT RPC', async () => {
  const node = await NodeUnderTest.start();
  const { value } = await ask(node, 'tendermint', 'GetNodeInfo');
  expect(GetNodeInfoResponse.decode(value).defaultNodeInfo).toEqual({
    protocolVersion: { p2p: 8n, block: 11n, app: 0n },
    defaultNodeId: toHex(node.comet.node().nodeId),
    listenAddr: 'tcp://0.0.0.0:26656',
    network: 'halley_31337-1',
    version: '0.38.25',
    channels: Uint8Array.of(0x40, 0x20, 0x21, 0x22, 0x23, 0x30, 0x38, 0x60, 0x61, 0x00),
    moniker: 'halley',
    other: { txIndex: 'on', rpcAddress: 'tcp://127.0.0.1:26657' },
  });
  const syncing = await ask(node, 'tendermint', 'GetSyncing');
  expect([syncing.code, GetSyncingResponse.decode(syncing.value).syncing]).toEqual([0, false]);
});

it('its settings prune nothing, and its status is that of the newest block', async () => {
  const node = await NodeUnderTest.start();
  await node.mine(2);
  expect(ConfigResponse.decode((await ask(node, 'node', 'Config')).value)).toEqual({
    minimumGasPrice: '',
    pruningKeepRecent: '0',
    pruningInterval: '0',
    haltHeight: 0n,
  });
  const header = node.comet.block(3n)?.block.header;
  expect(StatusResponse.decode((await ask(node, 'node', 'Status')).value)).toEqual({
    earliestStoreHeight: 1n,
    height: 3n,
    timestamp: { seconds: unixSeconds(header?.time ?? 0n), nanos: 0 },
    appHash: header?.appHash,
    validatorHash: header?.nextValidatorsHash,
  });
});

it('each block is that of its height, and none is made up', async () => {
  const node = await NodeUnderTest.start();
  await node.mine();
  const at = (height: bigint) =>
    ask(node, 'tendermint', 'GetBlockByHeight', GetBlockByHeightRequest.encode({ height }).finish());
  const { block, blockId } = GetBlockByHeightResponse.decode((await at(1n)).value);
  const stored = node.comet.block(1n);
  if (block === undefined || stored === undefined) throw new Error('there is no block 1');
  expect(Block.encode(block).finish()).toEqual(encodeBlock(stored.block));
  expect(blockId?.hash).toEqual(stored.blockId.hash);
  expect((await at(3n)).log).toMatch(/requested block height is bigger then the chain length/);
});

it('validators are those of the height, with their powers and priorities', async () => {
  const node = await NodeUnderTest.start();
  await node.node.devTxSender.setValidatorPower(1, 25n);
  await node.mine(2);
  const data = GetValidatorSetByHeightRequest.encode(GetValidatorSetByHeightRequest.fromPartial({ height: 4n }));
  const { value } = await ask(node, 'tendermint', 'GetValidatorSetByHeight', data.finish());
  const { validators } = GetValidatorSetByHeightResponse.decode(value);
  const known = node.comet.validators(4n)?.validators ?? [];
  expect(validators.map(({ votingPower, proposerPriority }) => [votingPower, proposerPriority])).toEqual(
    known.map(({ votingPower, proposerPriority }) => [votingPower, proposerPriority]),
  );
  expect(validators.map(({ votingPower }) => votingPower)).toContain(25n);
});
