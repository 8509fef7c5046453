/**
 * Collects the logs of a run, with logs of coin transfers between them, as if the coin were an ERC-20 (ERC-7528).
 * Transactions, calls, creations and self-destructs transfer coins. Logs of reverted frames are dropped.
 */
import type { EthereumLog } from '../../../codec/ethereum/log.js';
import type { FrameEnd, FrameStart, Observer } from '../../../evm/observer.js';
import { type Bytes, bigintToBytes, leftPadded } from '../../../kernel/bytes.js';
import { fromHex } from '../../../kernel/hex.js';

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = fromHex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
const COIN = new Uint8Array(20).fill(0xee);
const WORD_BYTES = 32;
/** Lists the calls that show a value that an outer call has already transferred. */
const MOVES_NOTHING: ReadonlySet<FrameStart['type']> = new Set(['DELEGATECALL', 'CALLCODE']);

const word = (address: Bytes): Bytes => leftPadded(address, WORD_BYTES);

export class TransferLogs implements Observer {
  /** Holds the logs of each open frame. */
  readonly #open: EthereumLog[][] = [];
  #reportedLogs: readonly EthereumLog[] = [];

  /** Returns the logs of the run after its end. */
  get reportedLogs(): readonly EthereumLog[] {
    return this.#reportedLogs;
  }

  enter({ type, from, to, value }: FrameStart): void {
    this.#open.push([]);
    if (value > 0n && !MOVES_NOTHING.has(type))
      this.log({ address: COIN, topics: [TRANSFER, word(from), word(to)], data: bigintToBytes(value, WORD_BYTES) });
  }

  log(log: EthereumLog): void {
    this.#open.at(-1)?.push(log);
  }

  exit({ error }: FrameEnd): void {
    const logs = error === undefined ? (this.#open.pop() ?? []) : this.#drop();
    const outer = this.#open.at(-1);
    if (outer === undefined) this.#reportedLogs = logs;
    else for (const log of logs) outer.push(log);
  }

  #drop(): EthereumLog[] {
    this.#open.pop();
    return [];
  }
}
