/**
 * The facts that the EVM JSON-RPC shows of a block besides its header and its results. The block store has a type of
 * the same shape, which this layer may not import. The code that joins the two fails to compile when they differ.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { shownGasLimit } from '../sdk/chain_params.js';
import type { BlockRun } from './block_run.js';

export interface EvmRecord {
  /** Root of the accounts' trie after the block. */
  readonly stateRoot: Bytes;
  readonly baseFeePerGas: bigint;
  readonly gasLimit: bigint;
  /** Address that the opcode COINBASE returned. */
  readonly miner: Bytes;
  /** 256 bytes, or none when the block has no logs. */
  readonly logsBloom: Bytes;
}

/** Makes the record of a block that has ended. Its state root is known when the state is sealed. */
export const evmRecordOf = ({ context, totals }: BlockRun): Omit<EvmRecord, 'stateRoot'> => ({
  baseFeePerGas: context.baseFeePerGas,
  gasLimit: shownGasLimit(context.gasLimit),
  miner: context.coinbase,
  logsBloom: totals.logsBloom,
});
