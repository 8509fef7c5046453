/**
 * Encodes the documented consensus parameters: those of 0.37, plus `max_age` and `time_iota_ms` as Tendermint 0.31 had
 * them.
 */
import type { ConsensusParamsUpdate } from '../../../../../abci/application.js';
import type { ConsensusParams } from '../../../../../consensus/types/params.js';
import { params, paramsUpdate } from '../params.js';
import { TIME_IOTA_MS } from '../proto_params.js';
import { int64 } from '../scalars.js';

const LEAST_TIME = { time_iota_ms: int64(TIME_IOTA_MS) };

/** Encodes `max_age`, which counted blocks when it was a single number. */
const maxAge = (evidence: { readonly maxAgeNumBlocks: bigint }) => ({ max_age: int64(evidence.maxAgeNumBlocks) });

export function documentedParams(p: ConsensusParams) {
  const wire = params(p);
  return {
    ...wire,
    block: { ...wire.block, ...LEAST_TIME },
    evidence: { ...maxAge(p.evidence), ...wire.evidence },
  };
}

/** Encodes an update of parameters. Groups that the update does not name are absent. */
export function documentedParamsUpdate(update: ConsensusParamsUpdate) {
  const wire = paramsUpdate(update);
  return {
    ...wire,
    block: wire.block && { ...wire.block, ...LEAST_TIME },
    evidence: update.evidence && { ...maxAge(update.evidence), ...wire.evidence },
  };
}
