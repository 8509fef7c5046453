/** Mines blocks on demand, and reorganises the chain, for programs. */
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import { HalleyError } from '../../kernel/errors.js';
import { decodeReorgPairs, fillReorg } from '../../rpc/evm/signing/reorg_transactions.js';
import { DecodeError, RpcError } from '../../rpc/jsonrpc/errors.js';

import { boolean, type Members, optionsOf, type Reader } from '../../settings/reader.js';
import type { Mining } from '../runtime/mine_blocks.js';
import { countingNumber } from './whole_number.js';

/** Options of mining. Times are in whole seconds. */
export interface MineOptions {
  /** Number of blocks, up to 1,000,000. The default is 1. */
  readonly blocks?: bigint | number | undefined;
  /** Unix time of the first block. The default is the time of the clock. */
  readonly timestamp?: bigint | number | undefined;
  /** Seconds between block times. By default block times follow the clock. */
  readonly interval?: bigint | number | undefined;
}

const counting: Reader<bigint> = (value, path) => countingNumber(path, value as bigint | number);
const MINE = { blocks: counting, timestamp: counting, interval: counting } satisfies Members<MineOptions>;
const readMineOptions = optionsOf<{ readonly [K in keyof MineOptions]: bigint | undefined }>('mine', MINE);

export function mineWith(mining: Mining, options: MineOptions): Promise<bigint> {
  const { blocks = 1n, timestamp, interval } = readMineOptions(options);
  return mining.mine({ blocks: Number(blocks), timestamp, interval });
}

/** Options of a reorganisation. */
export interface ReorgOptions {
  /** Number of blocks that are replaced. The default is 1. */
  readonly depth?: bigint | number | undefined;
  /**
   * Transactions of the new blocks, each with the position of its block from 0: signed bytes in 0x hex, or a request as
   * `eth_sendTransaction` takes it. Removed transactions that are not here are gone.
   */
  readonly transactions?: readonly (readonly [transaction: string | object, block: number])[] | undefined;
  /** Whether the new blocks have the transactions of those that they replace. The default is false. */
  readonly keepTransactions?: boolean | undefined;
  /** Round in which each new block is decided, from 1 to 100. The default is 1. */
  readonly round?: bigint | number | undefined;
  /** Seconds from the time of each removed block to that of its replacement. The default is 1. */
  readonly delay?: bigint | number | undefined;
}

const anyList: Reader<readonly unknown[]> = (value) => value as readonly unknown[];
const readReorgOptions = optionsOf<{
  readonly depth?: bigint;
  readonly transactions?: readonly unknown[];
  readonly keepTransactions?: boolean;
  readonly round?: bigint;
  readonly delay?: bigint;
}>('reorg', { depth: counting, transactions: anyList, keepTransactions: boolean, round: counting, delay: counting });

export async function reorgWith(evm: EvmBackend, options: ReorgOptions): Promise<void> {
  const { depth = 1n, transactions = [], round, delay, keepTransactions: keepsTxs } = readReorgOptions(options);
  try {
    const txs = await fillReorg(evm, depth, decodeReorgPairs(transactions));
    await evm.reorg({ depth, txs, keepsTxs, delay, round: round === undefined ? undefined : Number(round) });
  } catch (error) {
    if (!(error instanceof RpcError || error instanceof DecodeError)) throw error;
    throw new HalleyError('invalid-argument', error.message);
  }
}
