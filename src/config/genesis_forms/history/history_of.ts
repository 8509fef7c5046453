/** Makes the earlier blocks of a new chain from a state file. */
import { setImmediate } from 'node:timers/promises';
import { formatTime, NANOS_PER_SECOND } from '../../../kernel/time.js';
import type { StateFile } from '../state_file.js';
import { readEarlierBlocks, readEarlierTransactions } from './earlier_blocks.js';
import { readEarlierStates } from './earlier_states.js';
import { contentHashOf, type HistoryBlock, type HistoryDocument } from './history_document.js';

/** Earlier blocks of a chain, and `app_state.evm.history` of its genesis document. */
export interface NewHistory {
  readonly history: HistoryDocument;
  readonly genesis: Readonly<Record<string, unknown>>;
}

const NO_HASH = `0x${'0'.repeat(64)}`;
/** Hashes below the last block that BLOCKHASH returns in the first block after it. */
const HASHES = 255;

const pause = (): Promise<void> => setImmediate();

/** Returns undefined for a file without its newest block. Throws for an invalid member. */
export async function historyOf(file: StateFile): Promise<NewHistory | undefined> {
  const blocks = await readEarlierBlocks(file.blocks, file.number, pause);
  if (blocks.length === 0) return undefined;
  const transactions = await readEarlierTransactions(file.transactions, blocks, pause);
  const states = await readEarlierStates(file.historicalStates, blocks, pause);
  return newHistory({ blocks: blocks.map(({ block }) => block), transactions, states });
}

/** Adds what the genesis document says of earlier blocks, of which there is at least one. */
export function newHistory(history: HistoryDocument): NewHistory {
  const last = history.blocks.at(-1) as HistoryBlock;
  const { header, hash } = last;
  const hashes = hashesBelow(history.blocks);
  return {
    history,
    genesis: {
      block_number: `${Number(header['number'])}`,
      block_hash: hash,
      parent_hash: hashes[0] ?? header['parentHash'] ?? NO_HASH,
      block_time: formatTime(BigInt(String(header['timestamp'])) * NANOS_PER_SECOND),
      mix_hash: header['mixHash'],
      miner: header['miner'],
      block_hashes: hashes,
      content_hash: contentHashOf(history),
    },
  };
}

/** Returns the hashes of the blocks below the last one, newest first, up to a block that the file lacks. */
function hashesBelow(blocks: readonly HistoryBlock[]): readonly string[] {
  const hashes: string[] = [];
  let number = Number(blocks.at(-1)?.header['number']);
  for (const { hash, header } of blocks.slice(-HASHES - 1, -1).reverse()) {
    if (Number(header['number']) !== --number) break;
    hashes.push(hash);
  }
  return hashes;
}
