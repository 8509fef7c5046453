/**
 * Checks that a node still has the block of the fork. Reads name the block by its number, so after a reorganisation of
 * the chain they would read another block. The check is part of the same batch as the reads.
 */
import type { RemoteNode } from '../../client/remote_node.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import { quoted } from '../../kernel/text.js';
import { isRecord } from '../../settings/reader.js';
import { type ForkPoint, quantityText, tryQuantity } from './fork_point.js';

export class PointGuard {
  /** `isRecent` means that the block is not final, so that every read checks it. */
  constructor(
    private readonly node: RemoteNode,
    private readonly point: ForkPoint,
    private readonly isRecent: boolean,
    private isDue: boolean,
  ) {}

  /** Makes the next read check the node, which may be a new one. */
  demand(): void {
    this.isDue = true;
  }

  /** Rejects with HalleyError `unavailable` if the node has another block. */
  async check(): Promise<void> {
    if (!this.isDue && !this.isRecent) return;
    const { number, chainId, hash } = this.point;
    const calls = [
      { method: 'eth_getBlockByNumber', params: [quantityText(number), false] },
      ...(this.isDue ? [{ method: 'eth_chainId', params: [] }] : []),
    ];
    const [block, id] = await this.node.calls(calls);
    if (id !== undefined && tryQuantity(id) !== chainId)
      throw this.#refusal(
        `is a node of the chain ${tryQuantity(id) ?? 'without an id'}, and the fork is of ${chainId}`,
      );
    const present = isRecord(block) ? String(block['hash']).toLowerCase() : 'none';
    if (present !== to0x(hash))
      throw this.#refusal(
        `has the hash ${quoted(present)} for block ${number}, and the fork began after ${to0x(hash)}: the chain has reorganised; start the fork again`,
      );
    this.isDue = false;
  }

  #refusal(text: string): HalleyError {
    return new HalleyError('unavailable', `${this.node.label} ${text}`);
  }
}
