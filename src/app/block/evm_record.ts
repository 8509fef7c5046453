/**
 * What interface A shows of a block besides its header and its results. The same shape as the ledger's, which this room
 * may not import; whoever joins the two finds out at compile time when they part.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { shownGasLimit } from '../sdk/chain_params.js';
import type { BlockRun } from './block_run.js';

export interface EvmRecord {
  /** Of the accounts' trie after the block. */
  readonly stateRoot: Bytes;
  readonly baseFeePerGas: bigint;
  readonly gasLimit: bigint;
  /** What COINBASE showed. */
  readonly miner: Bytes;
  /** 256 bytes, or empty when the block has no logs. */
  readonly logsBloom: Bytes;
}

/** Of a block that has ended; its state root is known when it is sealed. */
export const evmRecordOf = ({ context, totals }: BlockRun): Omit<EvmRecord, 'stateRoot'> => ({
  baseFeePerGas: context.baseFeePerGas,
  gasLimit: shownGasLimit(context.gasLimit),
  miner: context.coinbase,
  logsBloom: totals.logsBloom,
});
