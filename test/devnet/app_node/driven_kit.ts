/** Drives the application of a node with the blocks of a devnet, as an engine in another process would. */
import type { FinalizeBlockRequest, ServedApplication, Snapshot } from '../../../src/abci/application.js';
import type { NodeFacts } from '../../../src/app/sdk/query/node_facts.js';
import type { GenesisDoc } from '../../../src/consensus/types/genesis.js';
import { AppCore } from '../../../src/devnet/app_node/app_core.js';
import { EngineApplication } from '../../../src/devnet/app_node/served_application.js';
import { SnapshotFolder } from '../../../src/devnet/app_node/snapshots/snapshot_folder.js';
import { SnapshotMaker } from '../../../src/devnet/app_node/snapshots/snapshot_maker.js';
import { applicationRules } from '../../../src/devnet/chain/application_rules.js';
import { committedBlock } from '../../../src/devnet/chain/committed_block.js';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { CommandQueue } from '../../../src/devnet/runtime/command_queue.js';
import { DEFAULT_MEMPOOL_LIMITS, type MempoolLimits } from '../../../src/mempool/limits.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import type { Store } from '../../../src/storage/store.js';

/** Application with its store. */
export interface Driven {
  readonly core: AppCore;
  readonly application: ServedApplication;
  readonly store: Store;
  readonly snapshots: SnapshotMaker;
}

interface DrivenOptions {
  /** Returns the genesis document of the node's own engine. */
  readonly ownGenesis?: () => GenesisDoc | undefined;
  readonly nodeFacts?: () => NodeFacts;
  readonly mempool?: Partial<MempoolLimits>;
  readonly onRefused?: (hash: Uint8Array) => void;
}

/** Opens an application, on the store of an earlier one or on an empty one. */
export async function openDriven(
  folder: string,
  store: Store = new MemoryStore(),
  interval = 0n,
  { ownGenesis = () => undefined, nodeFacts, mempool = {}, onRefused = () => undefined }: DrivenOptions = {},
): Promise<Driven> {
  const rules = applicationRules({});
  const core = await AppCore.open({
    ...{ store, rules, mempool: { ...DEFAULT_MEMPOOL_LIMITS, ...mempool }, order: 'fees', nodeFacts },
  });
  const snapshots = new SnapshotFolder(folder);
  const onFailure = (error: unknown): never => {
    throw error;
  };
  const maker = new SnapshotMaker({ folder: snapshots, interval, keepRecent: 2, onFailure });
  const queue = new CommandQueue();
  const onHeight = maker.onHeight.bind(maker);
  const callbacks = { onHeight, ownGenesis, onRefused };
  const application = new EngineApplication({ core, queue, snapshots, minRetainBlocks: 0n, ...callbacks });
  return { core, application, store, snapshots: maker };
}

/** Sends InitChain with a genesis document. */
export const initChain = (application: ServedApplication, genesis: GenesisDoc) =>
  application.initChain({
    time: genesis.genesisTime,
    chainId: genesis.chainId,
    consensusParams: genesis.consensusParams,
    validators: genesis.validators,
    appState: genesis.appState,
    initialHeight: genesis.initialHeight,
  });

/** Returns the request of FinalizeBlock for a block of a devnet. */
export function requestOf({ chain }: ChainNode, height: bigint): FinalizeBlockRequest {
  const request = committedBlock(chain.blockStore, height);
  if (request === undefined) throw new Error(`the devnet has no block ${height}`);
  return request;
}

/** Executes and commits the blocks of a devnet; returns the app hash of each. */
export async function follow(
  { application }: Driven,
  runtime: ChainNode,
  from: bigint,
  to: bigint,
): Promise<readonly Uint8Array[]> {
  const hashes: Uint8Array[] = [];
  for (let height = from; height <= to; height++) {
    const { appHash } = await application.finalizeBlock(requestOf(runtime, height));
    await application.commit();
    hashes.push(appHash);
  }
  return hashes;
}

/** Returns all chunks of a snapshot. */
export const chunksOf = ({ application }: Driven, { height, format, chunks }: Snapshot) =>
  Promise.all(Array.from({ length: chunks }, (_, chunk) => application.loadSnapshotChunk({ height, format, chunk })));
