/**
 * Consensus parameters as 0.34 prints them, straight from their protobuf structs: zeros are left out, the version is
 * `app_version`, and blocks have a least time between them, which nothing changes. Not so the block limits: the engine
 * leaves out a `max_gas` of 0, on which CosmJS chokes. An update goes to the application's struct, which has no
 * `time_iota_ms`.
 */
import type { ConsensusParamsUpdate } from '../../../../abci/application.js';
import type { ConsensusParams } from '../../../../consensus/types/params.js';
import { paramsUpdate } from './params.js';
import { int64, int64OrAbsent } from './scalars.js';

/** The engine's default, one second. */
export const TIME_IOTA_MS = 1000;

const version = ({ app }: { readonly app: bigint }) => ({ app_version: int64OrAbsent(app) });

export const protoParams = ({ block, evidence, validator, version: v }: ConsensusParams) => ({
  block: { max_bytes: int64(block.maxBytes), max_gas: int64(block.maxGas), time_iota_ms: int64(TIME_IOTA_MS) },
  evidence: {
    max_age_num_blocks: int64OrAbsent(evidence.maxAgeNumBlocks),
    max_age_duration: int64(evidence.maxAgeDuration),
    max_bytes: int64OrAbsent(evidence.maxBytes),
  },
  validator: { pub_key_types: validator.pubKeyTypes.length === 0 ? undefined : validator.pubKeyTypes },
  version: version(v),
});

export const protoParamsUpdate = (update: ConsensusParamsUpdate) => ({
  ...paramsUpdate(update),
  version: update.version && version(update.version),
});
