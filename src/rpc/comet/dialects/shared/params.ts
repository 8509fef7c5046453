/**
 * Encodes consensus parameters, complete or as an update (consensus-rpc.md 3). 0.38 adds the group `abci`, 0.39 the
 * group `authority`; 1.0 has `synchrony` and `feature` instead, which all versions have on a chain with PBTS.
 */
import type { ConsensusParamsUpdate } from '../../../../abci/application.js';
import type { ConsensusParams } from '../../../../consensus/types/params.js';
import { DEFAULT_SYNCHRONY } from '../../../../consensus/types/pbts.js';
import type { Json } from '../../../../kernel/json.js';
import { int64, int64OrAbsent } from './scalars.js';

export const params = (p: ConsensusParams) => ({
  block: { max_bytes: int64(p.block.maxBytes), max_gas: int64(p.block.maxGas) },
  evidence: {
    max_age_num_blocks: int64(p.evidence.maxAgeNumBlocks),
    max_age_duration: int64(p.evidence.maxAgeDuration),
    max_bytes: int64(p.evidence.maxBytes),
  },
  validator: { pub_key_types: p.validator.pubKeyTypes },
  version: { app: int64(p.version.app) },
  // Versions before 1.0 have no PBTS. Who verifies a chain that has it must know of it in any dialect.
  ...(p.feature && {
    synchrony: synchrony(p),
    feature: { pbts_enable_height: int64(p.feature.pbtsEnableHeight) },
  }),
});

const synchrony = ({ synchrony: { precision, messageDelay } = DEFAULT_SYNCHRONY }: ConsensusParams) => ({
  precision: int64(precision),
  message_delay: int64(messageDelay),
});

export const paramsWithAbci = (p: ConsensusParams) => ({
  ...params(p),
  abci: { vote_extensions_enable_height: int64(p.abci.voteExtensionsEnableHeight) },
});

/** Encodes the parameters of 0.39. */
export const paramsWithAuthority = (p: ConsensusParams): Json => ({
  ...paramsWithAbci(p),
  authority: p.authority ?? { authority: '' },
});

/**
 * Encodes an update. Groups that it does not name are absent, and so is every zero except the duration. Block limits
 * are always present: the engine omits a `max_gas` of 0, and CosmJS then fails.
 */
export const paramsUpdate = ({ block, evidence, validator, version }: ConsensusParamsUpdate) => ({
  block: block && { max_bytes: int64(block.maxBytes), max_gas: int64(block.maxGas) },
  evidence: evidence && {
    max_age_num_blocks: int64OrAbsent(evidence.maxAgeNumBlocks),
    max_age_duration: int64(evidence.maxAgeDuration),
    max_bytes: int64OrAbsent(evidence.maxBytes),
  },
  validator: validator && {
    pub_key_types: validator.pubKeyTypes.length === 0 ? undefined : validator.pubKeyTypes,
  },
  version: version && { app: int64OrAbsent(version.app) },
});

export const paramsUpdateWithAbci = (update: ConsensusParamsUpdate): Json => ({
  ...paramsUpdate(update),
  abci: update.abci && {
    vote_extensions_enable_height: int64OrAbsent(update.abci.voteExtensionsEnableHeight),
  },
  // Only an application of 0.39 or later sets it.
  authority: update.authority && { authority: update.authority.authority || undefined },
});

/** Encodes the parameters of 1.0, where `feature` has the height of vote extensions too. */
export const paramsWithFeature = (p: ConsensusParams): Json => ({
  ...params(p),
  synchrony: synchrony(p),
  feature: {
    vote_extensions_enable_height: int64(p.abci.voteExtensionsEnableHeight),
    pbts_enable_height: int64(p.feature?.pbtsEnableHeight ?? 0n),
  },
});

const heightValue = (height: bigint | undefined) =>
  height === undefined ? undefined : { value: int64OrAbsent(height) };

export const paramsUpdateWithFeature = (update: ConsensusParamsUpdate): Json => ({
  ...(paramsUpdateWithAbci(update) as object),
  synchrony: update.synchrony && {
    precision: int64(update.synchrony.precision),
    message_delay: int64(update.synchrony.messageDelay),
  },
  feature: update.feature && {
    vote_extensions_enable_height: heightValue(update.feature.voteExtensionsEnableHeight),
    pbts_enable_height: heightValue(update.feature.pbtsEnableHeight),
  },
});

/** Default minimum interval between blocks of the engine, in ms. */
export const TIME_IOTA_MS = 1000;

const version = ({ app }: { readonly app: bigint }) => ({ app_version: int64OrAbsent(app) });

/**
 * Encodes consensus parameters as 0.34 does, directly from their protobuf structs. Zeros are omitted, the version is
 * `app_version`, and blocks have a minimum interval, which nothing changes. Block limits are always present, as in
 * `paramsUpdate`.
 */
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

/** Encodes an update as 0.34 does. Its struct is the application's, which has no `time_iota_ms`. */
export const protoParamsUpdate = (update: ConsensusParamsUpdate) => ({
  ...paramsUpdate(update),
  version: update.version && version(update.version),
});
