/**
 * Encodes the results of a block in ABCI's wire forms, and computes their hash for the next header (consensus-engine.md
 * 2.10, 8.4).
 */
import type {
  ConsensusParamsUpdate,
  Event,
  EventAttribute,
  ExecTxResult,
  FinalizeBlockResponse,
  PubKey,
  ValidatorUpdate,
} from '../../abci/application.js';
import { merkleRoot } from '../../codec/merkle/index.js';
import { CodecError, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { readUint32 } from './fields.js';
import { decodeParamsUpdate, encodeParamsUpdate } from './params_codec.js';
import { decodePubKey, encodePubKey } from './pub_key.js';

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

function writeAttribute(out: ProtoWriter, attribute: EventAttribute): void {
  out.string(1, attribute.key).string(2, attribute.value).bool(3, attribute.index);
}

function decodeAttribute(bytes: Bytes): EventAttribute {
  const reader = new ProtoReader(bytes);
  let key = '';
  let value = '';
  let index = false;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) key = reader.string();
    else if (field === 2) value = reader.string();
    else if (field === 3) index = reader.bool();
    else throw reader.unknown('EventAttribute');
  }
  return { key, value, index };
}

function writeEvent(out: ProtoWriter, event: Event): void {
  out.string(1, event.type);
  for (const attribute of event.attributes) out.nested(2, attribute, writeAttribute);
}

/** Encodes `tendermint.abci.Event`. */
export function encodeEvent(event: Event): Bytes {
  const writer = new ProtoWriter();
  writeEvent(writer, event);
  return writer.finish();
}

export function decodeEvent(bytes: Bytes): Event {
  const reader = new ProtoReader(bytes);
  let type = '';
  const attributes: EventAttribute[] = [];
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) type = reader.string();
    else if (field === 2) attributes.push(decodeAttribute(reader.bytes()));
    else throw reader.unknown('Event');
  }
  return { type, attributes };
}

/** Compares the type, which comes first, as `encodeEvent` writes it. */
function isOfType(event: Bytes, type: Bytes): boolean {
  const reader = new ProtoReader(event);
  return !reader.done && reader.next().field === 1 && equalBytes(reader.bytes(), type);
}

/** Encodes `tendermint.abci.ExecTxResult`; the same bytes are 0.34's and 0.37's ResponseDeliverTx. */
export function encodeExecTxResult(result: ExecTxResult): Bytes {
  const writer = new ProtoWriter();
  writeExecTxResult(writer, result);
  return writer.finish();
}

function writeExecTxResult(out: ProtoWriter, result: ExecTxResult): void {
  out
    .uint(1, result.code)
    .bytes(2, result.data)
    .string(3, result.log)
    .string(4, result.info)
    .int(5, result.gasWanted)
    .int(6, result.gasUsed);
  for (const event of result.events) out.nested(7, event, writeEvent);
  out.string(8, result.codespace);
}

/** Decodes a result; with `eventType`, only events of that type. */
export function decodeExecTxResult(bytes: Bytes, eventType?: Bytes): ExecTxResult {
  const reader = new ProtoReader(bytes);
  let code = 0;
  let data: Bytes = EMPTY_BYTES;
  let log = '';
  let info = '';
  let gasWanted = 0n;
  let gasUsed = 0n;
  const events: Event[] = [];
  let codespace = '';
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) code = readUint32(reader, 'ExecTxResult.code');
    else if (field === 2) data = reader.bytes();
    else if (field === 3) log = reader.string();
    else if (field === 4) info = reader.string();
    else if (field === 5) gasWanted = reader.int();
    else if (field === 6) gasUsed = reader.int();
    else if (field === 7) {
      const event = reader.bytes();
      if (eventType === undefined || isOfType(event, eventType)) events.push(decodeEvent(event));
    } else if (field === 8) codespace = reader.string();
    else throw reader.unknown('ExecTxResult');
  }
  return { code, data, log, info, gasWanted, gasUsed, events, codespace };
}

/** Encodes `tendermint.abci.ValidatorUpdate`. */
export function encodeValidatorUpdate(update: ValidatorUpdate): Bytes {
  return new ProtoWriter().message(1, encodePubKey(update.pubKey)).int(2, update.power).finish();
}

export function decodeValidatorUpdate(bytes: Bytes): ValidatorUpdate {
  const reader = new ProtoReader(bytes);
  let pubKey: PubKey | undefined;
  let power = 0n;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) pubKey = decodePubKey(reader.bytes());
    else if (field === 2) power = reader.int();
    else throw reader.unknown('ValidatorUpdate');
  }
  if (pubKey === undefined) throw new CodecError('ValidatorUpdate.pub_key is missing');
  return { pubKey, power };
}

/** Encodes `tendermint.abci.ResponseFinalizeBlock`. */
export function encodeFinalizeBlockResponse(response: FinalizeBlockResponse): Bytes {
  const writer = new ProtoWriter();
  for (const event of response.events) writer.nested(1, event, writeEvent);
  for (const result of response.txResults) writer.nested(2, result, writeExecTxResult);
  for (const update of response.validatorUpdates) writer.element(3, encodeValidatorUpdate(update));
  if (response.consensusParamUpdates !== undefined)
    writer.message(4, encodeParamsUpdate(response.consensusParamUpdates));
  return writer.bytes(5, response.appHash).finish();
}

/** Throws CodecError for bytes that are not such a response. */
export function decodeFinalizeBlockResponse(bytes: Bytes): FinalizeBlockResponse {
  const reader = new ProtoReader(bytes);
  const events: Event[] = [];
  const txResults: ExecTxResult[] = [];
  const validatorUpdates: ValidatorUpdate[] = [];
  let consensusParamUpdates: ConsensusParamsUpdate | undefined;
  let appHash: Bytes = EMPTY_BYTES;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) events.push(decodeEvent(reader.bytes()));
    else if (field === 2) txResults.push(decodeExecTxResult(reader.bytes()));
    else if (field === 3) validatorUpdates.push(decodeValidatorUpdate(reader.bytes()));
    else if (field === 4) consensusParamUpdates = decodeParamsUpdate(reader.bytes());
    else if (field === 5) appHash = reader.bytes();
    else throw reader.unknown('ResponseFinalizeBlock');
  }
  const response = { events, txResults, validatorUpdates, appHash };
  return consensusParamUpdates === undefined ? response : { ...response, consensusParamUpdates };
}

/**
 * Returns the transactions' results in an encoded response, with events of one type alone: the others are not decoded.
 */
export function decodeTxResults(bytes: Bytes, eventType: string): readonly ExecTxResult[] {
  const type = utf8(eventType);
  const results: ExecTxResult[] = [];
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    if (reader.next().field === 2) results.push(decodeExecTxResult(reader.bytes(), type));
    else reader.skip();
  }
  return results;
}
