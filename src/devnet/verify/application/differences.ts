/** Names the first difference between the stored outcome of a height and the executed one. */
import { isDeepStrictEqual } from 'node:util';
import type { FinalizeBlockResponse } from '../../../abci/application.js';
import type { EvmRecord } from '../../../chain/block_store/records.js';
import { txHash } from '../../../codec/tx_hash.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { to0x, toUpperHex } from '../../../kernel/hex.js';
import { type Difference, resultsDifference } from '../node/differences.js';

const textOf = ({ field, found, expected }: Difference): string => `${field} is ${found}, expected ${expected}`;

/**
 * Compares the results of a height: first what last_results_hash covers, the validator updates and the app hash, and then
 * logs, events and parameters.
 */
export function storedResultsDifference(
  txs: readonly Bytes[],
  height: bigint,
  found: FinalizeBlockResponse,
  expected: FinalizeBlockResponse,
): string | undefined {
  const { txResults, validatorUpdates, appHash } = found;
  const covered = resultsDifference(txs, { height, txResults, validatorUpdates, appHash }, expected);
  if (covered !== undefined) return textOf(covered);
  for (const [index, result] of expected.txResults.entries()) {
    const field = firstDifferent(['log', 'info', 'codespace', 'events'], txResults[index] ?? {}, result);
    if (field !== undefined)
      return `${field} of transaction ${index} (${toUpperHex(txHash(txs[index] as Bytes))}) differs`;
  }
  const field = firstDifferent(['events', 'consensusParamUpdates'], found, expected);
  return field === undefined ? undefined : `${field} of the block differs`;
}

function firstDifferent<T extends object>(
  fields: readonly (keyof T & string)[],
  found: Partial<T>,
  expected: T,
): string | undefined {
  return fields.find((field) => !isDeepStrictEqual(found[field], expected[field]));
}

/** Compares the EVM record of a height. */
export function evmRecordDifference(found: EvmRecord, expected: EvmRecord): string | undefined {
  const facts = factsOf(found);
  for (const [field, value] of Object.entries(factsOf(expected)))
    if (facts[field] !== value) return `${field} is ${facts[field]}, expected ${value}`;
  return undefined;
}

const factsOf = ({ stateRoot, baseFeePerGas, gasLimit, miner, logsBloom }: EvmRecord): Record<string, string> => ({
  stateRoot: to0x(stateRoot),
  baseFeePerGas: `${baseFeePerGas}`,
  gasLimit: `${gasLimit}`,
  miner: to0x(miner),
  logsBloom: to0x(logsBloom),
});
