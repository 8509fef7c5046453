/**
 * Finds the block after which a fork begins: from the node, or while it is unreachable from its response to an earlier
 * run.
 */
import { parseEndpoint } from '../../client/endpoint.js';
import { HalleyError } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { EVM_RPC_PORT } from '../../settings/default_ports.js';
import { isRecord } from '../../settings/reader.js';
import type { BegunFork } from './begin_fork.js';
import type { CacheFolder } from './cache_folder.js';
import type { ChosenBlock } from './choose_block.js';
import { type ForkPoint, pointJson, pointOf } from './fork_point.js';
import type { RecordFile } from './record_file.js';

export interface Opening extends ChosenBlock {
  /** Whether the node itself has just returned the block. */
  readonly isFresh: boolean;
}

/** Opens a fork at a block that is already known. */
export const goingOn = (point: ForkPoint): Opening => ({
  ...{ point, newest: undefined, transactions: [], isFresh: false },
});

const DIGEST_BYTES = 4;

const pointKey = (url: string, number: bigint): string => {
  const { label, http } = parseEndpoint(url, EVM_RPC_PORT);
  return `${label} ${toHex(sha256(utf8(http)).subarray(0, DIGEST_BYTES))} ${number} `;
};

/**
 * Records which block a node returned for a number, unless it is there already, so that a fork of that block can begin
 * while the node is unreachable. A URL is represented by its host and by four bytes of a hash, which reveal nothing
 * about the rest.
 */
function rememberPoint(file: RecordFile, url: string, point: ForkPoint): void {
  const known = rememberedPoint(file, url, point.number);
  if (known !== undefined && known.chainId === point.chainId && to0x(known.hash) === to0x(point.hash)) return;
  file.append([`${pointKey(url, point.number)}${point.chainId} ${JSON.stringify(pointJson(point))}`]);
}

/** Returns the block that a node last returned for a number. */
function rememberedPoint(file: RecordFile, url: string, number: bigint): ForkPoint | undefined {
  const key = pointKey(url, number);
  const text = file
    .records()
    .findLast((one) => one.text.startsWith(key))
    ?.text.slice(key.length);
  const [, chainId, json] = /^(\d+) (.*)$/.exec(text ?? '') ?? [];
  if (chainId === undefined || json === undefined) return undefined;
  const block: unknown = JSON.parse(json);
  return isRecord(block) ? pointOf(BigInt(chainId), block, 'the cache') : undefined;
}

export class OpeningBlock {
  /** Block that the node returned to an earlier run for the number; `undefined` if the options give no number. */
  readonly remembered: ForkPoint | undefined;

  constructor(
    private readonly begun: BegunFork,
    private readonly folder: CacheFolder | undefined,
  ) {
    const { url, number } = begun;
    const remotes = number !== undefined && number >= 0n ? folder?.remotes() : undefined;
    this.remembered = remotes && rememberedPoint(remotes, url, number as bigint);
    remotes?.close();
  }

  /**
   * Waits for the block. Rejects as `chooseBlock` does, except that a remembered block is used while the node is
   * unreachable.
   */
  async chosen(warn: (text: string) => void): Promise<Opening> {
    try {
      const block = await this.begun.chosen;
      this.#remember(block.point);
      return { ...block, isFresh: true };
    } catch (error) {
      const isAway = error instanceof HalleyError && error.code === 'unavailable';
      if (!isAway || this.remembered === undefined) throw error;
      warn(`${error.message}: the fork uses what earlier runs fetched`);
      return goingOn(this.remembered);
    }
  }

  #remember(point: ForkPoint): void {
    const { url, number } = this.begun;
    if (number === undefined || number < 0n) return;
    this.folder?.renewRemotes();
    const remotes = this.folder?.remotes();
    if (remotes !== undefined) rememberPoint(remotes, url, point);
    remotes?.close();
  }
}
