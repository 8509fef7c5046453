/**
 * Runs commands that add dev transactions, and waits until a block contains them. Until then only this node knows them,
 * and the blocks of other proposers do not contain them.
 */
import type { DevTx } from '../../app/dev_txs/dev_tx_decoder.js';
import type { Any } from '../../codec/cosmos/base.js';
import { txHash } from '../../codec/tx_hash.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex, toUpperHex } from '../../kernel/hex.js';
import type { AppChain } from '../chain/chain.js';
import { hostSchedule } from '../platform.js';
import type { CommandQueue } from '../runtime/command_queue.js';
import type { CommandRunner } from '../runtime/loop.js';

/** Longest wait for a block of this node. Among four validators of equal power, it proposes every fourth one. */
const MAX_WAIT_MS = 60_000;
/** Time that a call has besides the wait, before its server ends it. */
const CALL_MARGIN_MS = 1_000;
/** Unit in which errors give the wait. */
const SECOND_MS = 1_000;
/** Most remembered changes of one call: a state file may have a quarter of a million. */
const MAX_REMEMBERED = 1_000;

export interface AwaitedTx {
  /** Longest wait of a call for its block; a minute by default. */
  readonly waitMs?: number;
  readonly schedule?: typeof hostSchedule;
}

/**
 * Returns how long a dev method waits for its block where the server ends calls after `callTimeMs`; 0 means that it
 * ends none. The wait ends first, because only the error of the method names the change that is pending.
 */
export function waitMsOf(callTimeMs: number): number {
  if (callTimeMs === 0) return MAX_WAIT_MS;
  const seconds = Math.floor((callTimeMs - CALL_MARGIN_MS) / SECOND_MS);
  return Math.min(MAX_WAIT_MS, Math.max(1, seconds) * SECOND_MS);
}

export class CommittedDevTxs implements CommandRunner {
  /** Dev transactions by messages whose calls failed; they were pending then. */
  readonly #unanswered = new Map<string, DevTx>();

  /**
   * `rpcLabel` is the URL of the engine's RPC. The calls that sent the dev transactions that are pending now count as
   * failed.
   */
  constructor(
    private readonly chain: AppChain,
    private readonly queue: CommandQueue,
    private readonly rpcLabel: string,
    private readonly wait: AwaitedTx = {},
  ) {
    this.#remember(chain.app.devTxs.waiting);
  }

  /** Runs a command, and resolves when blocks contain the dev transactions that it added. */
  async run<T>(command: () => Promise<T>): Promise<T> {
    const { devTxs } = this.chain.app;
    const { result, added } = await this.queue.run(async () => {
      const first = devTxs.sequence;
      const done = await command();
      return { result: done, added: devTxs.waiting.filter(({ sequence }) => sequence >= first) };
    });
    await this.#committed(added);
    return result;
  }

  /**
   * Throws HalleyError `conflict` for a change that an earlier call has sent, and that is still pending because no
   * block contained it in time: if it were sent again, it would be made twice.
   */
  refuseRepeated(message: Any): void {
    const pending = this.#unanswered.get(keyOf(message));
    if (pending === undefined) return;
    if (this.#isPending(pending))
      throw new HalleyError(
        'conflict',
        `an earlier call has already sent this change, in the dev transaction ${hashOf(pending)}, which is still pending on this node: nothing was sent; ${this.#howToFind(pending)}`,
        { hash: hashOf(pending) },
      );
    this.#unanswered.delete(keyOf(message));
  }

  async #committed(added: readonly DevTx[]): Promise<void> {
    const last = added.at(-1);
    if (last === undefined || !this.#isPending(last)) return;
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void): void => {
        stop();
        cancel();
        settle();
      };
      const stop = this.chain.publishedHeights.listen(() => {
        if (!this.#isPending(last)) end(resolve);
      });
      const { waitMs = MAX_WAIT_MS, schedule = hostSchedule } = this.wait;
      const cancel = schedule(waitMs, () =>
        end(() => {
          this.#remember(added);
          reject(this.#late(last, added.length, waitMs));
        }),
      );
    });
  }

  #isPending({ sequence }: DevTx): boolean {
    const { devTxs } = this.chain.app;
    return sequence >= devTxs.sequence - BigInt(devTxs.waiting.length);
  }

  #remember(txs: readonly DevTx[]): void {
    for (const [message, tx] of this.#unanswered) if (!this.#isPending(tx)) this.#unanswered.delete(message);
    for (const tx of txs.slice(0, MAX_REMEMBERED))
      for (const message of tx.messages) this.#unanswered.set(keyOf(message), tx);
  }

  #late(last: DevTx, count: number, waitMs: number): HalleyError {
    const what = count === 1 ? '' : `, the last of ${count},`;
    return new HalleyError(
      'unavailable',
      `no block contains the change after ${waitMs / SECOND_MS} s: the dev transaction ${hashOf(last)}${what} is pending on this node, which includes it in the next block that it proposes; do not send it again: ${this.#howToFind(last)}`,
      { hash: hashOf(last) },
    );
  }

  #howToFind(tx: DevTx): string {
    return `${this.rpcLabel}/tx?hash=${hashOf(tx)} shows it when a block contains it`;
  }
}

const hashOf = ({ bytes }: DevTx): string => `0x${toUpperHex(txHash(bytes))}`;

const keyOf = ({ typeUrl, value }: Any): string => `${typeUrl} ${toHex(value)}`;
