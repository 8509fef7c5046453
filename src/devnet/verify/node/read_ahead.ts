/** Reads heights from a node ahead of the one that is executed, several at a time. */
import { encodeBlock } from '../../../consensus/types/block.js';
import type { BlockId } from '../../../consensus/types/block_id.js';
import type { Commit } from '../../../consensus/types/commit.js';
import { headerHash } from '../../../consensus/types/header.js';
import { partSetOf } from '../../../consensus/types/part_set.js';
import type { WholeBlock } from '../../../consensus/types/whole_block.js';
import type { ReceivedResults } from '../../../rpc/comet/responses/block_results.js';
import type { NodeRpc } from './node_rpc.js';

/** Most heights that are read ahead. */
const MAX_AHEAD = 16;
/** Most bytes of the blocks that are read ahead, as long as all have the size of the last one. */
const MAX_AHEAD_BYTES = 32_000_000;

/** Facts of the node about a height. */
export interface ReadHeight {
  /** Block with the id that follows from it. */
  readonly whole: WholeBlock;
  /** Id that the node states. */
  readonly statedId: BlockId;
  readonly commit: Commit;
  readonly results: ReceivedResults;
}

export class ReadAhead {
  readonly #reading = new Map<bigint, Promise<ReadHeight>>();
  #ahead = MAX_AHEAD;

  constructor(
    private readonly node: NodeRpc,
    private readonly chainId: string,
    /** Last height that is read. */
    private readonly last: bigint,
  ) {}

  /** Returns a height and begins to read the next ones. Heights are taken in order. */
  async take(height: bigint): Promise<ReadHeight> {
    const most = height + BigInt(this.#ahead);
    for (let next = height; next <= this.last && next <= most; next++)
      if (!this.#reading.has(next)) this.#reading.set(next, this.#begin(next));
    const read = await (this.#reading.get(height) ?? this.#begin(height));
    this.#reading.delete(height);
    return read;
  }

  #begin(height: bigint): Promise<ReadHeight> {
    const reading = this.#read(height);
    // The failure is that of the height's turn, which may never come.
    reading.catch(() => undefined);
    return reading;
  }

  async #read(height: bigint): Promise<ReadHeight> {
    const [{ block, blockId: statedId }, commit, results] = await Promise.all([
      this.node.block(height, this.chainId),
      this.node.commit(height),
      this.node.blockResults(height),
    ]);
    const record = encodeBlock(block);
    const parts = partSetOf(record);
    this.#ahead = Math.max(1, Math.min(MAX_AHEAD, Math.floor(MAX_AHEAD_BYTES / record.length)));
    const id = { hash: headerHash(block.header), parts: parts.header };
    return { whole: { block, parts, id }, statedId, commit, results };
  }
}
