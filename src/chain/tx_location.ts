/** Finds a transaction by its position, with its result. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { StoredBlock, TxLocation } from '../backend/comet.js';
import type { TxPosition } from './block_store/records.js';

interface Source {
  block(height: bigint): StoredBlock | undefined;
  results(height: bigint): FinalizeBlockResponse | undefined;
}

/** Returns undefined for a position that the chain does not have. */
export function txAt(source: Source, { height, index }: TxPosition): TxLocation | undefined {
  const tx = source.block(height)?.block.txs[index];
  const result = source.results(height)?.txResults[index];
  return tx && result && { height, index, tx, result };
}
