/** Computes the hash of a block's results for the next header (consensus-engine.md 2.10, 8.4). */
import type { ExecTxResult } from '../../abci/application.js';
import { merkleRoot } from '../../codec/merkle/index.js';
import { ProtoWriter } from '../../codec/protobuf/index.js';
import type { Bytes } from '../../kernel/bytes.js';

/** Encodes the part of a result on which all nodes agree: log, info, events and codespace are not hashed. */
export function encodeDeterministicResult(result: ExecTxResult): Bytes {
  return new ProtoWriter()
    .uint(1, result.code)
    .bytes(2, result.data)
    .int(5, result.gasWanted)
    .int(6, result.gasUsed)
    .finish();
}

const hashes = new WeakMap<readonly ExecTxResult[], Bytes>();

/** Computes `last_results_hash` of the next header, once for each list. */
export function lastResultsHash(results: readonly ExecTxResult[]): Bytes {
  const known = hashes.get(results);
  if (known !== undefined) return known;
  const hash = merkleRoot(results.map(encodeDeterministicResult));
  hashes.set(results, hash);
  return hash;
}
