/** Makes a real block store in memory with real blocks, whose transactions and events a test chooses. */
import type { Event, ExecTxResult, FinalizeBlockResponse } from '../../../src/abci/application.js';
import { BlockStore } from '../../../src/chain/block_store/block_store.js';
import { encodeBlock, makeBlock } from '../../../src/consensus/types/block.js';
import type { ChainState } from '../../../src/consensus/types/chain_state.js';
import { type Commit, EMPTY_COMMIT } from '../../../src/consensus/types/commit.js';
import { headerHash } from '../../../src/consensus/types/header.js';
import { partSetOf } from '../../../src/consensus/types/part_set.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { utf8 } from '../../../src/kernel/text.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { aGenesis, aKey } from '../../consensus/chain_kit.js';

export interface TxDraft {
  /** Text whose bytes are the transaction. */
  readonly text: string;
  readonly events: readonly Event[];
}

export interface HeightDraft {
  readonly events: readonly Event[];
  readonly txs: readonly TxDraft[];
}

const PROPOSER = aKey('alice');
const GENESIS = aGenesis([{ key: PROPOSER, power: 10n }]);
const EVM_RECORD = {
  stateRoot: EMPTY_BYTES,
  baseFeePerGas: 0n,
  gasLimit: 0n,
  miner: EMPTY_BYTES,
  logsBloom: EMPTY_BYTES,
};

/** Makes an event from its attributes. Each attribute is indexed unless its key ends with `?`. */
export function anEvent(type: string, attributes: readonly (readonly [string, string])[]): Event {
  return {
    type,
    attributes: attributes.map(([key, value]) => ({ key: key.replace('?', ''), value, index: !key.endsWith('?') })),
  };
}

const resultOf = ({ events }: TxDraft): ExecTxResult => ({
  code: 0,
  data: EMPTY_BYTES,
  log: '',
  info: '',
  gasWanted: 0n,
  gasUsed: 0n,
  events,
  codespace: '',
});

interface Mark {
  readonly height: bigint;
  readonly state: ChainState;
  readonly seenCommit: Commit | undefined;
}

export class BlockStoreKit {
  readonly blockStore: BlockStore;
  readonly #store = new MemoryStore();
  readonly #founded: Promise<void>;

  constructor() {
    const { blockStore, writes } = BlockStore.found(this.#store, false, GENESIS);
    this.#founded = this.#store.batch(writes);
    this.blockStore = blockStore;
  }

  /** Commits a height. `appHash` distinguishes blocks with equal content. */
  async commit({ events, txs }: HeightDraft, appHash: Bytes = EMPTY_BYTES): Promise<void> {
    await this.#founded;
    const { blockStore } = this;
    const height = blockStore.height + 1n;
    const before = { ...blockStore.state, appHash };
    const bytes = txs.map(({ text }) => utf8(text));
    const block = makeBlock(before, height, bytes, [], EMPTY_COMMIT, before.lastBlockTime + 1n, PROPOSER.address);
    const record = encodeBlock(block);
    const response: FinalizeBlockResponse = {
      events,
      txResults: txs.map(resultOf),
      validatorUpdates: [],
      appHash: EMPTY_BYTES,
    };
    const blockId = { hash: headerHash(block.header), parts: partSetOf(record).header };
    const state = { ...before, lastBlockHeight: height, lastBlockId: blockId, lastBlockTime: block.header.time };
    const committed = { block, blockId, record, seenCommit: EMPTY_COMMIT, response, state, evm: EVM_RECORD };
    await this.#store.batch(blockStore.prepare(committed));
    blockStore.publish(committed);
  }

  mark(): Mark {
    return { height: this.blockStore.height, state: this.blockStore.state, seenCommit: this.blockStore.seenCommit };
  }

  async revert({ height, state, seenCommit }: Mark): Promise<void> {
    await this.#founded;
    await this.#store.batch(this.blockStore.revertTo(height, state, seenCommit));
  }
}

export async function aBlockStore(heights: readonly HeightDraft[]): Promise<BlockStore> {
  const kit = new BlockStoreKit();
  for (const height of heights) await kit.commit(height);
  return kit.blockStore;
}
