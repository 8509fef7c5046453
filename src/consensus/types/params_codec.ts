/** Consensus parameters as data, and `tendermint.types.ConsensusParams` whole and as an update (consensus-engine.md 2.8). */
import type { ConsensusParamsUpdate } from '../../abci/application.js';
import { CodecError, decodeDuration, encodeDuration, ProtoReader, ProtoWriter } from '../../codec/protobuf.js';
import type { Bytes } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';

export interface ConsensusParams {
  readonly block: { readonly maxBytes: bigint; readonly maxGas: bigint };
  readonly evidence: {
    readonly maxAgeNumBlocks: bigint;
    /** Nanoseconds. */
    readonly maxAgeDuration: bigint;
    readonly maxBytes: bigint;
  };
  readonly validator: { readonly pubKeyTypes: readonly string[] };
  readonly version: { readonly app: bigint };
  readonly abci: { readonly voteExtensionsEnableHeight: bigint };
}

/** A group that is present is written even when all its values are zero. */
export function encodeParamsUpdate({ block, evidence, validator, version, abci }: ConsensusParamsUpdate): Bytes {
  const writer = new ProtoWriter();
  if (block) writer.message(1, new ProtoWriter().int(1, block.maxBytes).int(2, block.maxGas).finish());
  if (evidence) writer.message(2, encodeEvidenceParams(evidence));
  if (validator) writer.message(3, encodeValidatorParams(validator));
  if (version) writer.message(4, new ProtoWriter().uint(1, version.app).finish());
  if (abci) writer.message(5, new ProtoWriter().int(1, abci.voteExtensionsEnableHeight).finish());
  return writer.finish();
}

export const encodeParams = (params: ConsensusParams): Bytes => encodeParamsUpdate(params);

function encodeEvidenceParams(evidence: ConsensusParams['evidence']): Bytes {
  return new ProtoWriter()
    .int(1, evidence.maxAgeNumBlocks)
    .message(2, encodeDuration(evidence.maxAgeDuration))
    .int(3, evidence.maxBytes)
    .finish();
}

function encodeValidatorParams(validator: ConsensusParams['validator']): Bytes {
  const writer = new ProtoWriter();
  for (const type of validator.pubKeyTypes) writer.element(1, utf8(type));
  return writer.finish();
}

/** Throws CodecError for bytes that are not an update of parameters. */
export function decodeParamsUpdate(bytes: Bytes): ConsensusParamsUpdate {
  const reader = new ProtoReader(bytes);
  let update: ConsensusParamsUpdate = {};
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) update = { ...update, block: decodeBlockParams(reader.bytes()) };
    else if (field === 2) update = { ...update, evidence: decodeEvidenceParams(reader.bytes()) };
    else if (field === 3) update = { ...update, validator: decodeValidatorParams(reader.bytes()) };
    else if (field === 4) update = { ...update, version: { app: decodeOnlyField(reader.bytes(), 'VersionParams') } };
    else if (field === 5)
      update = { ...update, abci: { voteExtensionsEnableHeight: decodeOnlyField(reader.bytes(), 'ABCIParams') } };
    else throw reader.unknown('ConsensusParams');
  }
  return update;
}

/** Throws CodecError when a group is missing, except for the two that older versions do not write. */
export function decodeParams(bytes: Bytes): ConsensusParams {
  const { block, evidence, validator, version, abci } = decodeParamsUpdate(bytes);
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

function decodeBlockParams(bytes: Bytes): ConsensusParams['block'] {
  const reader = new ProtoReader(bytes);
  let maxBytes = 0n;
  let maxGas = 0n;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) maxBytes = reader.int();
    else if (field === 2) maxGas = reader.int();
    else throw reader.unknown('BlockParams');
  }
  return { maxBytes, maxGas };
}

function decodeEvidenceParams(bytes: Bytes): ConsensusParams['evidence'] {
  const reader = new ProtoReader(bytes);
  let maxAgeNumBlocks = 0n;
  let maxAgeDuration = 0n;
  let maxBytes = 0n;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) maxAgeNumBlocks = reader.int();
    else if (field === 2) maxAgeDuration = decodeDuration(reader.bytes());
    else if (field === 3) maxBytes = reader.int();
    else throw reader.unknown('EvidenceParams');
  }
  return { maxAgeNumBlocks, maxAgeDuration, maxBytes };
}

function decodeValidatorParams(bytes: Bytes): ConsensusParams['validator'] {
  const reader = new ProtoReader(bytes);
  const pubKeyTypes: string[] = [];
  while (!reader.done) {
    if (reader.next().field !== 1) throw reader.unknown('ValidatorParams');
    pubKeyTypes.push(reader.string());
  }
  return { pubKeyTypes };
}

/** A message with one integer in field 1. */
function decodeOnlyField(bytes: Bytes, message: string): bigint {
  const reader = new ProtoReader(bytes);
  let value = 0n;
  while (!reader.done) {
    if (reader.next().field !== 1) throw reader.unknown(message);
    value = reader.int();
  }
  return value;
}
