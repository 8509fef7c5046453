/** Reads a page of blocks, in two requests of each RPC at most. */
import { toNumber, toQuantity } from '../../explorer/read/format.js';
import type { CometMeta, EvmBlock } from '../../explorer/read/rpc.js';
import { type BatchCall, callBatch, callEvm, callOptionalBatch } from '../../feed/http.js';
import { hasEvm } from '../../shell/store.js';

/** Blocks of a page. */
export const PAGE_BLOCKS = 25;
/** Blocks that the CometBFT RPC describes in one answer. */
const MAX_METAS = 20;

export interface BlockRow {
  readonly height: number;
  /** Absent where another program's application runs. */
  readonly block?: EvmBlock;
  /** Absent for the genesis block, which CometBFT does not have, and while an engine is away. */
  readonly meta: CometMeta | undefined;
}

export interface BlocksPage {
  readonly rows: readonly BlockRow[];
  readonly newest: number;
}

/** Returns the heights of a page, highest first. */
export const heightsOf = (from: number | undefined, newest: number): readonly number[] => {
  const top = from === undefined || !Number.isSafeInteger(from) ? newest : Math.max(0, Math.min(from, newest));
  return Array.from({ length: Math.min(PAGE_BLOCKS, top + 1) }, (_, i) => top - i);
};

/** Returns a page whose first block is at the height `from`, or the newest. */
export async function readBlocks(chain: string, from: number | undefined): Promise<BlocksPage> {
  const newest = toNumber(await callEvm<string>(chain, 'eth_blockNumber'));
  const heights = heightsOf(from, newest);
  const calls = heights.map((height): BatchCall => ['eth_getBlockByNumber', [toQuantity(height), false]]);
  const [blocks, metas] = await Promise.all([
    hasEvm.value ? callBatch(chain, 'evm', calls) : undefined,
    readMetas(chain, heights),
  ]);
  if (blocks === undefined) {
    const rows = [...metas.values()].map((meta) => ({ height: Number(meta.header.height), meta }));
    return { rows: rows.sort((a, b) => b.height - a.height), newest };
  }
  const rows = blocks.flatMap((block) => {
    if (block === null || block instanceof Error) return [];
    const read = block as EvmBlock;
    return [{ height: toNumber(read.number), block: read, meta: metas.get(String(toNumber(read.number))) }];
  });
  return { rows, newest };
}

async function readMetas(chain: string, heights: readonly number[]): Promise<ReadonlyMap<string, CometMeta>> {
  const decided = heights.filter((height) => height > 0);
  const calls: BatchCall[] = [];
  for (let i = 0; i < decided.length; i += MAX_METAS) {
    const [highest = 1, lowest = 1] = [decided[i], decided[Math.min(i + MAX_METAS, decided.length) - 1]];
    calls.push(['blockchain', { minHeight: String(lowest), maxHeight: String(highest) }]);
  }
  const answers = calls.length === 0 ? [] : await callOptionalBatch(chain, 'comet', calls);
  const metas = answers.flatMap((answer) =>
    answer instanceof Error ? [] : (answer as { readonly block_metas: readonly CometMeta[] }).block_metas,
  );
  return new Map(metas.map((meta) => [meta.header.height, meta]));
}
