/**
 * Encodes consensus parameters as 0.34 does, directly from their protobuf structs. Zeros are omitted, the version is
 * `app_version`, and blocks have a minimum interval, which nothing changes. Block limits are always present: the engine
 * omits a `max_gas` of 0, and CosmJS then fails. An update uses the application's struct, which has no `time_iota_ms`.
 */
import type { ConsensusParamsUpdate } from '../../../../abci/application.js';
import type { ConsensusParams } from '../../../../consensus/types/params.js';
import { paramsUpdate } from './params.js';
import { int64, int64OrAbsent } from './scalars.js';

/** Default minimum interval of the engine: one second, in milliseconds. */
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
