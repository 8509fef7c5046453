/** The EVM record of a height, from what the application answered for it. */
import type { Event, FinalizeBlockResponse } from '../../abci/application.js';
import { bloomOf } from '../../codec/bloom.js';
import { decodeMsgEthereumTxResult } from '../../codec/cosmos_tx.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { EvmRecord } from '../ledger/records.js';
import { ethereumHashOf } from './ethereum_hash.js';

/** What cosmos/evm shows for a block without a gas limit: JavaScript tools cannot hold more. */
export const UNLIMITED_GAS = 0xffff_ffffn;

/** Wei, from the event that the fee market emits at the beginning of each block; 0 without one. */
function baseFeeIn(events: readonly Event[]): bigint {
  const event = events.find(({ type }) => type === 'evm_fee_market');
  const attribute = event?.attributes.find(({ key }) => key === 'base_fee');
  return attribute === undefined ? 0n : BigInt(attribute.value);
}

function bloomIn(response: FinalizeBlockResponse): Bytes {
  const logs = response.txResults.flatMap((result) =>
    ethereumHashOf(result) === undefined ? [] : decodeMsgEthereumTxResult(result.data).logs,
  );
  return logs.length === 0 ? EMPTY_BYTES : bloomOf(logs);
}

/** `maxGas` is the consensus parameter that the block was executed under; -1 is no limit. */
export function evmRecordOf(
  stateRoot: Bytes,
  miner: Bytes,
  maxGas: bigint,
  response: FinalizeBlockResponse,
): EvmRecord {
  return {
    stateRoot,
    miner,
    gasLimit: maxGas < 0n ? UNLIMITED_GAS : maxGas,
    baseFeePerGas: baseFeeIn(response.events),
    logsBloom: bloomIn(response),
  };
}
