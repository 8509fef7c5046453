/** Consensus parameters as data, and `tendermint.types.ConsensusParams` with every group (consensus-engine.md 2.8). */
import { decodeParamsUpdate, encodeParamsUpdate } from '../../abci/wire/params.js';
import { CodecError } from '../../codec/codec_error.js';
import type { Bytes } from '../../kernel/bytes.js';

export interface ConsensusParams {
  readonly block: { readonly maxBytes: bigint; readonly maxGas: bigint };
  readonly evidence: {
    readonly maxAgeNumBlocks: bigint;
    /** Greatest age in nanoseconds. */
    readonly maxAgeDuration: bigint;
    readonly maxBytes: bigint;
  };
  readonly validator: { readonly pubKeyTypes: readonly string[] };
  readonly version: { readonly app: bigint };
  readonly abci: { readonly voteExtensionsEnableHeight: bigint };
  /** Bounds of PBTS in nanoseconds. Absent, as `feature`, on a chain that has never named PBTS. */
  readonly synchrony?: { readonly precision: bigint; readonly messageDelay: bigint };
  readonly feature?: { readonly pbtsEnableHeight: bigint };
  /** Parameter of CometBFT 0.39 and later; absent where it is empty at the start. */
  readonly authority?: { readonly authority: string };
}

export const encodeParams = (params: ConsensusParams): Bytes => encodeParamsUpdate(params);

/** Throws CodecError when a group is missing, except for the two that older versions do not write. */
export function decodeParams(bytes: Bytes): ConsensusParams {
  const { block, evidence, validator, version, abci, synchrony, feature, authority } = decodeParamsUpdate(bytes);
  if (block === undefined || evidence === undefined || validator === undefined)
    throw new CodecError('ConsensusParams: block, evidence or validator is missing');
  return {
    block,
    evidence,
    validator,
    version: version ?? { app: 0n },
    abci: abci ?? { voteExtensionsEnableHeight: 0n },
    ...(synchrony && feature && { synchrony, feature: { pbtsEnableHeight: feature.pbtsEnableHeight ?? 0n } }),
    ...(authority && { authority }),
  };
}
