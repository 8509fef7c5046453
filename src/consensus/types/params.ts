/** Consensus parameters, their defaults, limits, updates and hash (CometBFT types/params.go, consensus-engine.md 2.8). */
import type { ConsensusParamsUpdate, PubKey } from '../../abci/application.js';
import { KEY_TYPE_NAMES } from '../../abci/pub_key.js';
import { ProtoWriter } from '../../codec/protobuf/index.js';
import type { Bytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { utf8 } from '../../kernel/text.js';
import type { ConsensusParams } from './params_codec.js';
import { DEFAULT_SYNCHRONY, MAX_MESSAGE_DELAY, MAX_PRECISION } from './pbts.js';

export { decodeParamsUpdate, encodeParamsUpdate } from '../../abci/wire/params.js';
export {
  type ConsensusParams,
  decodeParams,
  encodeParams,
} from './params_codec.js';

/** Value of `MaxBlockSizeBytes`, 100 MiB; a `maxBytes` of -1 means it too. */
export const MAX_BLOCK_BYTES = 104_857_600n;

export const DEFAULT_PARAMS: ConsensusParams = {
  block: { maxBytes: 22_020_096n, maxGas: -1n },
  evidence: { maxAgeNumBlocks: 100_000n, maxAgeDuration: 172_800_000_000_000n, maxBytes: 1_048_576n },
  validator: { pubKeyTypes: ['ed25519'] },
  version: { app: 0n },
  abci: { voteExtensionsEnableHeight: 0n },
};

const hashes = new WeakMap<ConsensusParams['block'], Bytes>();

/** Computes `consensus_hash`, which covers the block limits alone, once for each object of limits. */
export function paramsHash({ block }: ConsensusParams): Bytes {
  const known = hashes.get(block);
  if (known !== undefined) return known;
  const hash = sha256(encodeHashedParams(block));
  hashes.set(block, hash);
  return hash;
}

/** Encodes `HashedParams`. */
export function encodeHashedParams({ maxBytes, maxGas }: ConsensusParams['block']): Bytes {
  return new ProtoWriter().int(1, maxBytes).int(2, maxGas).finish();
}

/** Replaces each group of parameters that `update` has. */
export function updateParams(params: ConsensusParams, update: ConsensusParamsUpdate): ConsensusParams {
  const authority = update.authority ?? params.authority;
  return {
    block: update.block ?? params.block,
    evidence: update.evidence ?? params.evidence,
    validator: update.validator ?? params.validator,
    version: update.version ?? params.version,
    abci: update.abci ?? params.abci,
    ...(update.feature || update.synchrony
      ? timingAfter(params, update)
      : params.feature && { synchrony: params.synchrony, feature: params.feature }),
    ...(authority && { authority }),
  };
}

/** Updates the groups of CometBFT 1.0 member by member. Its `feature` contains what older versions have in `abci`. */
function timingAfter(params: ConsensusParams, { feature, synchrony, abci }: ConsensusParamsUpdate) {
  const before = params.synchrony ?? DEFAULT_SYNCHRONY;
  const voteExtensionsEnableHeight = feature?.voteExtensionsEnableHeight;
  return {
    synchrony: {
      precision: synchrony?.precision || before.precision,
      messageDelay: synchrony?.messageDelay || before.messageDelay,
    },
    feature: { pbtsEnableHeight: feature?.pbtsEnableHeight ?? params.feature?.pbtsEnableHeight ?? 0n },
    ...(abci === undefined && voteExtensionsEnableHeight !== undefined && { abci: { voteExtensionsEnableHeight } }),
  };
}

/** Allows validators to have keys of these types too. */
export function withKeyTypes(params: ConsensusParams, keys: readonly { readonly pubKey: PubKey }[]): ConsensusParams {
  const { pubKeyTypes } = params.validator;
  const missing = keys.map(({ pubKey }) => pubKey.type).filter((type) => !pubKeyTypes.includes(type));
  return missing.length === 0
    ? params
    : { ...params, validator: { pubKeyTypes: [...new Set([...pubKeyTypes, ...missing])] } };
}

/** Reports whether precommits of a height have extensions; the parameter 0 means none. */
export const voteExtensionsEnabled = ({ abci }: Pick<ConsensusParams, 'abci'>, height: bigint): boolean =>
  abci.voteExtensionsEnableHeight !== 0n && abci.voteExtensionsEnableHeight <= height;

/** Parameter that breaks its rule, named as in a genesis document. */
export interface ParamsProblem {
  readonly field: string;
  readonly value: unknown;
  readonly expected: string;
}

const MAX_AUTHORITY_BYTES = 256;
const PUB_KEY_TYPES: readonly string[] = KEY_TYPE_NAMES;

/** Returns the first parameter outside its range (consensus-engine.md 2.8); undefined when there is none. */
export function findParamsProblem({
  block,
  evidence,
  validator,
  version,
  abci,
  synchrony,
  feature,
  authority,
}: ConsensusParams): ParamsProblem | undefined {
  const { maxBytes } = block;
  if (maxBytes !== -1n && (maxBytes < 1n || maxBytes > MAX_BLOCK_BYTES))
    return { field: 'block.max_bytes', value: maxBytes, expected: `-1 or 1 to ${MAX_BLOCK_BYTES}` };
  if (block.maxGas < -1n) return { field: 'block.max_gas', value: block.maxGas, expected: '-1 or more' };
  if (evidence.maxAgeNumBlocks <= 0n)
    return { field: 'evidence.max_age_num_blocks', value: evidence.maxAgeNumBlocks, expected: 'more than 0' };
  if (evidence.maxAgeDuration <= 0n)
    return { field: 'evidence.max_age_duration', value: evidence.maxAgeDuration, expected: 'more than 0 nanoseconds' };
  const most = maxBytes === -1n ? MAX_BLOCK_BYTES : maxBytes;
  if (evidence.maxBytes < 0n || evidence.maxBytes > most)
    return { field: 'evidence.max_bytes', value: evidence.maxBytes, expected: `0 to ${most}, the size of a block` };
  if (validator.pubKeyTypes.length === 0 || validator.pubKeyTypes.some((type) => !PUB_KEY_TYPES.includes(type)))
    return {
      field: 'validator.pub_key_types',
      value: validator.pubKeyTypes,
      expected: `one or more of ${PUB_KEY_TYPES.join(', ')}`,
    };
  if (version.app < 0n) return { field: 'version.app', value: version.app, expected: '0 or more' };
  const height = abci.voteExtensionsEnableHeight;
  if (height < 0n) return { field: 'abci.vote_extensions_enable_height', value: height, expected: '0 or more' };
  if (authority !== undefined && utf8(authority.authority).length > MAX_AUTHORITY_BYTES)
    return {
      field: 'authority.authority',
      value: authority.authority,
      expected: `at most ${MAX_AUTHORITY_BYTES} bytes`,
    };
  return feature && timingProblem(feature.pbtsEnableHeight, synchrony ?? DEFAULT_SYNCHRONY);
}

/** Checks the bounds of PBTS, which count only where it is on. */
function timingProblem(
  height: bigint,
  { precision, messageDelay }: typeof DEFAULT_SYNCHRONY,
): ParamsProblem | undefined {
  if (height < 0n) return { field: 'feature.pbts_enable_height', value: height, expected: '0 or more' };
  if (height === 0n) return undefined;
  const nanos = (field: string, value: bigint, most: bigint): ParamsProblem | undefined =>
    value < 1n || value > most ? { field, value, expected: `1 to ${most} nanoseconds` } : undefined;
  return (
    nanos('synchrony.message_delay', messageDelay, MAX_MESSAGE_DELAY) ??
    nanos('synchrony.precision', precision, MAX_PRECISION)
  );
}

const sentence = ({ field, value, expected }: ParamsProblem): string => `${field} is ${value}, expected ${expected}`;

/** Returns the result of `findParamsProblem` as one sentence. */
export function validateParams(params: ConsensusParams): string | undefined {
  const problem = findParamsProblem(params);
  return problem && sentence(problem);
}

/**
 * Returns why an update by the application at `height` is not allowed; undefined when it is. The parameters must stay
 * in range. A height that turns a feature on must be in the future, and cannot change once it is reached.
 */
export function paramsUpdateProblem(
  params: ConsensusParams,
  update: ConsensusParamsUpdate,
  height: bigint,
): string | undefined {
  const after = updateParams(params, update);
  const problem = validateParams(after);
  if (problem !== undefined || (update.abci ?? update.feature) === undefined) return problem;
  const { voteExtensionsEnableHeight } = after.abci;
  const pbts = after.feature?.pbtsEnableHeight ?? 0n;
  return (
    switchProblem(
      ['vote extensions are', 'abci.vote_extensions_enable_height'],
      params.abci.voteExtensionsEnableHeight,
      voteExtensionsEnableHeight,
      height,
    ) ?? switchProblem(['PBTS is', 'feature.pbts_enable_height'], params.feature?.pbtsEnableHeight ?? 0n, pbts, height)
  );
}

function switchProblem(
  [subject, field]: readonly [subject: string, field: string],
  current: bigint,
  wanted: bigint,
  height: bigint,
): string | undefined {
  if (wanted === current) return undefined;
  if (current !== 0n && current <= height) return `${subject} on since height ${current}, which cannot change`;
  return wanted !== 0n && wanted <= height ? `${field} is ${wanted}, expected a height above ${height}` : undefined;
}
