/**
 * Brings block store and application to the same height when an engine starts, as CometBFT does (internal/consensus,
 * replay.go): Info, InitChain for an application without blocks, then the blocks that it lacks.
 */
import { BLOCKS_WITHOUT_EVM } from '../../chain/block_store/block_records.js';
import { BlockStore } from '../../chain/block_store/block_store.js';
import type { GenesisDoc } from '../../consensus/types/genesis.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { Store } from '../../storage/store.js';
import { committedBlock } from '../chain/committed_block.js';
import { initBlockStore, initChainRequest, mustBeGenesisOf } from '../chain/stored_genesis.js';
import type { HostedApplication } from './hosted_application.js';
import type { HostedGenesis } from './hosted_genesis.js';

interface CatchUpOptions {
  readonly app: Pick<HostedApplication, 'info' | 'initChain' | 'finalizeBlock' | 'commit'>;
  readonly blockStore: BlockStore;
  readonly genesis: GenesisDoc;
}

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
  const stored = BlockStore.open(store, BLOCKS_WITHOUT_EVM);
  if (stored === undefined) {
    const info = await app.info();
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
  await catchUp({ app, blockStore: stored, genesis }, stored.height);
  return stored;
}

/**
 * Lets an application execute the blocks that it lacks up to the height. Resolves to its height, which may be that of
 * `executed`, a block that the store does not have yet. Throws HalleyError `conflict` for an application with other
 * blocks, or more.
 */
export async function catchUp(
  { app, blockStore, genesis }: CatchUpOptions,
  height: bigint,
  executed?: { readonly height: bigint; readonly appHash: Bytes },
): Promise<bigint> {
  const { lastBlockHeight: has, lastBlockAppHash } = await app.info();
  if (has > height) {
    if (has !== height + 1n || executed?.height !== has) throw isAhead(has, height);
    mustBeEqual(has, executed.appHash, lastBlockAppHash);
    return has;
  }
  if (has === 0n) await app.initChain(initChainRequest(genesis));
  else mustHaveHash(blockStore, has, lastBlockAppHash);
  for (let next = has === 0n ? blockStore.base : has + 1n; next <= height; next++) {
    const block = committedBlock(blockStore, next);
    if (block === undefined) throw new HalleyError('corrupt-store', `the store has no block ${next}`, { height: next });
    const { appHash } = await app.finalizeBlock(block);
    mustHaveHash(blockStore, next, appHash);
    await app.commit();
  }
  return height;
}

/** Throws HalleyError `conflict` unless the hash after this block is that of the block store. */
function mustHaveHash(blockStore: BlockStore, height: bigint, appHash: Bytes): void {
  mustBeEqual(height, blockStore.results(height)?.appHash ?? EMPTY_BYTES, appHash);
}

function mustBeEqual(height: bigint, expected: Bytes, appHash: Bytes): void {
  if (equalBytes(expected, appHash)) return;
  throw new HalleyError(
    'conflict',
    `the application has app hash ${toUpperHex(appHash)} after block ${height}, and the block store ${toUpperHex(expected)}: the data are those of another chain, or the application is another version or not deterministic`,
    { height },
  );
}

const isAhead = (app: bigint, store: bigint): HalleyError =>
  new HalleyError(
    'conflict',
    `app block height (${app}) is higher than core (${store}): give the home folder of the network that made these blocks (--home), or start the application without data`,
    { app, store },
  );
