/** Consensus parameters as data, and `tendermint.types.ConsensusParams` whole and as an update (consensus-engine.md 2.8). */
import type { ConsensusParamsUpdate } from '../../abci/application.js';
import { CodecError } from '../../codec/codec_error.js';
import { duration, int, optional, repeatedString, uint } from '../../codec/protobuf/field.js';
import { message, type Of } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';

export interface ConsensusParams {
  readonly block: { readonly maxBytes: bigint; readonly maxGas: bigint };
  readonly evidence: {
    readonly maxAgeNumBlocks: bigint;
    /** Is a duration in nanoseconds. */
    readonly maxAgeDuration: bigint;
    readonly maxBytes: bigint;
  };
  readonly validator: { readonly pubKeyTypes: readonly string[] };
  readonly version: { readonly app: bigint };
  readonly abci: { readonly voteExtensionsEnableHeight: bigint };
}

const BlockParams = message('tendermint.types.BlockParams', { maxBytes: int(1), maxGas: int(2) });
const EvidenceParams = message('tendermint.types.EvidenceParams', {
  maxAgeNumBlocks: int(1),
  maxAgeDuration: duration(2),
  maxBytes: int(3),
});
const ValidatorParams = message('tendermint.types.ValidatorParams', { pubKeyTypes: repeatedString(1) });
const VersionParams = message('tendermint.types.VersionParams', { app: uint(1) });
const AbciParams = message('tendermint.types.ABCIParams', { voteExtensionsEnableHeight: int(1) });

const Groups = message('tendermint.types.ConsensusParams', {
  block: optional(1, BlockParams),
  evidence: optional(2, EvidenceParams),
  validator: optional(3, ValidatorParams),
  version: optional(4, VersionParams),
  abci: optional(5, AbciParams),
});

/** Encodes an update. A group that is present is written even when all its values are zero. */
export const encodeParamsUpdate = (update: ConsensusParamsUpdate): Bytes => Groups.encode(update as Of<typeof Groups>);

export const encodeParams = (params: ConsensusParams): Bytes => encodeParamsUpdate(params);

/** Throws CodecError for bytes that are not an update of parameters. */
export const decodeParamsUpdate = (bytes: Bytes): ConsensusParamsUpdate =>
  Object.fromEntries(Object.entries(Groups.decode(bytes)).filter(([, group]) => group !== undefined));

/** Throws CodecError when a group is missing, except for the two that older versions do not write. */
export function decodeParams(bytes: Bytes): ConsensusParams {
  const { block, evidence, validator, version, abci } = Groups.decode(bytes);
  if (block === undefined || evidence === undefined || validator === undefined)
    throw new CodecError('ConsensusParams: block, evidence or validator is missing');
  return {
    block,
    evidence,
    validator,
    version: version ?? { app: 0n },
    abci: abci ?? { voteExtensionsEnableHeight: 0n },
  };
}
