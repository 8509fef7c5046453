/**
 * Brings block store and application to the same height when an engine starts, as CometBFT does (internal/consensus,
 * replay.go): Info, InitChain for an application without blocks, then the blocks that it lacks.
 */
import { BLOCKS_WITHOUT_EVM } from '../../chain/block_store/block_records.js';
import { BlockStore } from '../../chain/block_store/block_store.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { Store } from '../../storage/store.js';
import { committedBlock } from '../chain/committed_block.js';
import { initBlockStore, initChainRequest, mustBeGenesisOf } from '../chain/stored_genesis.js';
import type { HostedApplication } from './hosted_application.js';
import type { HostedGenesis } from './hosted_genesis.js';

export interface HandshakeOptions {
  readonly app: HostedApplication;
  readonly store: Store;
  readonly durable: boolean;
  readonly network: HostedGenesis;
}

/**
 * Returns the block store, whose height the application has. Throws HalleyError `conflict` when the application has
 * other blocks, or more, and `invalid-genesis` for another genesis than that of the store.
 */
export async function shakeHands({ app, store, durable, network }: HandshakeOptions): Promise<BlockStore> {
  const { genesis, seed } = network;
  const info = await app.info();
  const stored = BlockStore.open(store, BLOCKS_WITHOUT_EVM);
  if (stored === undefined) {
    if (info.lastBlockHeight !== 0n) throw isAhead(info.lastBlockHeight, 0n);
    const { blockStore, writes } = await initBlockStore(
      genesis,
      seed,
      store,
      durable,
      app,
      undefined,
      BLOCKS_WITHOUT_EVM,
    );
    await store.batch(writes);
    return blockStore;
  }
  mustBeGenesisOf(store, genesis, seed);
  if (info.lastBlockHeight > stored.height) throw isAhead(info.lastBlockHeight, stored.height);
  if (info.lastBlockHeight === 0n) await app.initChain(initChainRequest(genesis));
  else mustHaveHash(stored, info.lastBlockHeight, info.lastBlockAppHash);
  await replay(app, stored, info.lastBlockHeight === 0n ? stored.base : info.lastBlockHeight + 1n);
  return stored;
}

/** Executes the blocks of the store from this height on. */
async function replay(app: HostedApplication, blockStore: BlockStore, from: bigint): Promise<void> {
  for (let height = from; height <= blockStore.height; height++) {
    const block = committedBlock(blockStore, height);
    if (block === undefined) throw new HalleyError('corrupt-store', `the store has no block ${height}`, { height });
    const { appHash } = await app.finalizeBlock(block);
    mustHaveHash(blockStore, height, appHash);
    await app.commit();
  }
}

/** Throws HalleyError `conflict` unless the hash after this block is that of the block store. */
function mustHaveHash(blockStore: BlockStore, height: bigint, appHash: Bytes): void {
  const expected = blockStore.results(height)?.appHash;
  if (expected !== undefined && equalBytes(expected, appHash)) return;
  throw new HalleyError(
    'conflict',
    `the application has app hash ${toUpperHex(appHash)} after block ${height}, and the block store ${toUpperHex(expected ?? new Uint8Array())}: the data are those of another chain, or the application is another version or not deterministic`,
    { height },
  );
}

const isAhead = (app: bigint, store: bigint): HalleyError =>
  new HalleyError(
    'conflict',
    `app block height (${app}) is higher than core (${store}): give the home folder of the network that made these blocks (--home), or start the application without data`,
    { app, store },
  );
