/** Provides facts that the application cannot see, for the gRPC services about the node and its blocks. */
import type { HalleyApplication } from '../../app/application.js';
import type { NodeConfig, NodeFacts, NodeInfo, NodeValidator } from '../../app/sdk/query/node_facts.js';
import type { CometBackend, NodeIdentity } from '../../backend/comet.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { encodeBlock } from '../../consensus/types/block.js';
import { encodeBlockId } from '../../consensus/types/block_id.js';
import { BLOCK_PROTOCOL } from '../../consensus/types/header.js';
import { invariant } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';
import { dialect as v0_38 } from '../../rpc/comet/dialects/0.38.js';
import { CHANNEL_IDS, P2P_PROTOCOL } from '../../rpc/comet/dialects/shared/node_info.js';
import type { Chain } from './chain.js';
import { nodeEvm } from './node_evm.js';
import { observedIdentity } from './node_identity.js';
import { nodeTxs } from './node_txs.js';

/** Broadcasts a transaction as the CometBFT RPC does. */
export type Broadcast = CometBackend['broadcast'];

/** Returns the facts of the newest published height, which must exist. */
export function nodeFacts(chain: Chain, broadcast: Broadcast): NodeFacts {
  const { app, blockStore } = chain;
  const newest = blockStore.block(blockStore.height);
  invariant(newest !== undefined, 'the facts are read after the first block');
  const { height, time, appHash, nextValidatorsHash } = newest.block.header;
  return {
    info: () => nodeInfo(observedIdentity(chain.identities), blockStore.state.chainId, blockStore.state.appVersion),
    config: nodeConfig(app),
    syncing: () => false,
    head: { height, time, appHash, nextValidatorsHash },
    earliestBlock: blockStore.base,
    earliestState: blockStore.base,
    block: (at) => {
      const found = blockStore.block(at);
      return found && { id: encodeBlockId(found.blockId), block: encodeBlock(found.block) };
    },
    validators: (at) => nodeValidators(blockStore, at),
    consensusParams: (at) => blockStore.params(at),
    evm: nodeEvm(chain),
    txs: nodeTxs(chain, async (tx) => {
      const outcome = await broadcast(tx);
      return outcome.type === 'refused' ? outcome : { type: 'checked', hash: outcome.hash, ...outcome.check };
    }),
  };
}

/** Returns the validator set that signs a height; undefined for a height without one. */
export const nodeValidators = (blockStore: BlockStore, height: bigint): readonly NodeValidator[] | undefined =>
  blockStore.validators(height)?.validators.map(({ address, pubKey, votingPower, proposerPriority }) => ({
    address,
    pubKey,
    power: votingPower,
    proposerPriority,
  }));

function nodeInfo(
  { nodeId, listenAddress, moniker, rpcAddress }: NodeIdentity,
  network: string,
  app: bigint,
): NodeInfo {
  return {
    protocol: { p2p: BigInt(P2P_PROTOCOL), block: BigInt(BLOCK_PROTOCOL), app },
    nodeId: toHex(nodeId),
    listenAddress,
    network,
    // This is the version of the engine whose behaviour this one follows.
    version: v0_38.engineVersion,
    channels: CHANNEL_IDS,
    moniker,
    txIndex: 'on',
    rpcAddress,
  };
}

/** Returns the settings of a node that prunes no state and never halts. */
export const nodeConfig = (app: HalleyApplication): NodeConfig => ({
  minimumGasPrice: minimumGasPrice(app),
  pruningKeepRecent: '0',
  pruningInterval: '0',
  haltHeight: 0n,
});

/** Returns the price as the SDK prints coins, which leave out zero. */
function minimumGasPrice({ evm, params }: HalleyApplication): string {
  const price = evm.minGasPrice();
  return price === 0n ? '' : `${price}${params.baseDenom}`;
}
