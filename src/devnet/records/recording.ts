/**
 * Records the chains of a devnet in one file while they run. Each line names its chain. The file begins with its chains;
 * a devnet with a home folder continues the file that records its chains.
 */
import { existsSync } from 'node:fs';
import { APP_VERSION } from '../../app/types/version.js';
import { encodeExtendedCommit } from '../../consensus/types/commit.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Chain } from '../chain/chain.js';
import type { RecordOfChain } from '../chain/chain_activity.js';
import { SnapshotNumbers } from '../chain/snapshot_numbers.js';
import { chainLine, linesOf } from './chain_lines.js';
import { type FileEnd, readLines } from './read_lines.js';
import { type RecordEnd, RecordFile } from './record_file.js';
import { type ChainLine, headerLine, type RecordLine } from './record_line.js';

/** Facts of a file about a chain. */
interface RecordedChain {
  readonly begin: ChainLine;
  /** Newest decided height that was not reverted. */
  height: bigint;
  /** Height of the last proposal. It may be in the store while the line of its decision was never written. */
  proposed: bigint;
  /** Hashes of the blocks by height, up to the newest. A block whose decision has no line is missing. */
  readonly hashes: Map<bigint, Bytes>;
}

export class Recording {
  #output: RecordFile | undefined;
  readonly #stops: (() => void)[] = [];

  private constructor(
    private readonly file: string,
    /** Chains of the file that is continued. */
    private readonly recorded: ReadonlyMap<string, RecordedChain>,
    /** Resume offset of an existing record; `undefined` for a new file. */
    private readonly end?: RecordEnd,
  ) {}

  /** Runs once when the record ends because it cannot be written. The chains go on. */
  onFailure: (failure: HalleyError) => void = () => undefined;

  /**
   * Opens a record. A file that exists is continued, which needs the home folder of its chains. Nothing is written
   * before the first chain begins. Throws HalleyError: `conflict` for a file that cannot be continued, and what
   * `readLines` throws.
   */
  static async open(file: string, home: string | undefined): Promise<Recording> {
    if (!existsSync(file)) return new Recording(file, new Map());
    if (home === undefined)
      throw conflict(
        file,
        'exists already: give another file, remove this one, or start with the home folder of the chain that it records',
      );
    const recorded = new Map<string, RecordedChain>();
    const end: FileEnd = { cutOff: false };
    let last: RecordEnd | undefined;
    for await (const { line, size, sum } of readLines(file, end)) {
      if (line.type === 'header' && line.effects !== 'heights')
        throw conflict(file, 'is a trace: give another file, because only a record can be continued');
      follow(recorded, line);
      last = { size, sum };
    }
    return new Recording(file, recorded, last);
  }

  /**
   * Records a chain from now on, which must be before its network receives its first command. Throws HalleyError
   * `conflict` when the file does not lead to where the chain is, and `unavailable` when it cannot be created.
   */
  async attach(chain: Chain): Promise<RecordOfChain> {
    const { blockStore } = chain;
    const { chainId } = chain.genesis;
    const before = this.recorded.get(chainId);
    const begin = chainLine(chain);
    if (before !== undefined) {
      mustLeadTo(this.file, before, begin, blockStore.block(blockStore.height)?.blockId.hash);
      await this.#open();
      const { height, timeouts } = begin;
      const seenCommit = blockStore.seenCommit && { seenCommit: encodeExtendedCommit(blockStore.seenCommit) };
      this.#append({ type: 'restart', chain: chainId, height, ...seenCommit, halley: APP_VERSION, timeouts });
    } else {
      if (blockStore.height >= blockStore.base)
        throw conflict(
          this.file,
          `cannot begin at height ${blockStore.height} of chain "${chainId}": a record begins with its chain; start with an empty home folder, or give the file that has recorded this chain`,
        );
      await this.#open();
      this.#append(begin);
    }
    const snapshots = new SnapshotNumbers();
    const stop = linesOf(chain, 'heights', snapshots, (line) => this.#append(line));
    this.#stops.push(() => {
      stop();
      this.#append({ type: 'stop', chain: chainId, events: chain.simNetwork.events });
    });
    return this.#recordOf(snapshots);
  }

  #recordOf(snapshots: SnapshotNumbers): RecordOfChain {
    const size = (): number | undefined => this.#output?.size;
    return {
      flush: () => this.flush(),
      hold: () => this.#output?.hold() ?? (() => undefined),
      get size() {
        return size();
      },
      read: async (offset) => this.#output?.read(offset),
      snapshots,
    };
  }

  /** Opens the file for the first chain. By then this process has locked its home folder, so it alone may write. */
  async #open(): Promise<void> {
    if (this.#output !== undefined) return;
    if (this.end === undefined) {
      this.#output = await RecordFile.create(this.file, (failure) => this.onFailure(failure));
      this.#append(headerLine('heights'));
    } else this.#output = await RecordFile.continue(this.file, this.end, (failure) => this.onFailure(failure));
  }

  /** Resolves when all lines are written, or the record has ended with a failure; undefined when they are written. */
  flush(): Promise<void> | undefined {
    return this.#output?.flush();
  }

  /** Ends the record, to be called when no chain runs any more. */
  async close(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.#output?.close();
  }

  /** Removes the record of a devnet that did not start, unless a home folder has its chain. */
  async discard(home: string | undefined): Promise<void> {
    this.#stops.length = 0;
    if (home === undefined) await this.#output?.discard();
    else await this.#output?.close();
  }

  #append(line: RecordLine): void {
    this.#output?.append(line);
  }
}

/** Follows the newest height of each chain. */
function follow(recorded: Map<string, RecordedChain>, line: RecordLine): void {
  if (line.type === 'header') return;
  if (line.type === 'chain') {
    recorded.set(line.chain, { begin: line, height: line.height, proposed: line.height, hashes: new Map() });
    return;
  }
  const chain = recorded.get(line.chain);
  if (chain === undefined) return;
  switch (line.type) {
    case 'decided':
      chain.height = line.height;
      chain.hashes.set(line.height, line.hash);
      return;
    case 'restart':
      if (line.height > chain.height) chain.hashes.delete(line.height);
      chain.height = line.height;
      chain.proposed = line.height;
      return;
    case 'rollback':
      chain.height = line.height;
      chain.proposed = line.height;
      return;
    case 'revert':
      chain.height = line.height;
      return;
    case 'proposal':
      chain.proposed = line.height;
      return;
    default:
      return;
  }
}

/**
 * Throws HalleyError `conflict` unless the file leads to the chain as it is in the store, or beyond: a kill in the middle
 * of a rollback leaves a store that has gone back and a file that has not. `hash` is that of the newest block.
 */
function mustLeadTo(
  file: string,
  { begin, height, proposed, hashes }: RecordedChain,
  { chain, ...now }: ChainLine,
  hash: Bytes | undefined,
): void {
  const isSame = begin.seed === now.seed && JSON.stringify(begin.genesis) === JSON.stringify(now.genesis);
  if (!isSame)
    throw conflict(
      file,
      `records a chain "${chain}" with another genesis or seed: give another file, or its home folder`,
    );
  const isDecided = now.height === height + 1n && proposed === now.height;
  const recorded = hashes.get(now.height);
  const isAnother = recorded !== undefined && hash !== undefined && !equalBytes(recorded, hash);
  const isOnTheWay = now.height === height || (now.height < height && recorded !== undefined);
  if (isAnother && !isDecided)
    throw conflict(
      file,
      `has another block at height ${now.height} of chain "${chain}" than the home folder: give the file that recorded it, or start with an empty home folder and a new file`,
    );
  if (!isOnTheWay && !isDecided)
    throw conflict(
      file,
      `ends at height ${height} of chain "${chain}", but the home folder is at height ${now.height}: give the file that recorded it to the end, or start with an empty home folder and a new file`,
    );
}

const conflict = (file: string, how: string): HalleyError =>
  new HalleyError('conflict', `the record "${file}" ${how}`, { file });
