/** Encodes `tendermint.abci.ResponseFinalizeBlock`, the results of a block (consensus-engine.md 8.4). */
import { ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import type {
  ConsensusParamsUpdate,
  Event,
  ExecTxResult,
  FinalizeBlockResponse,
  ValidatorUpdate,
} from '../application.js';
import { decodeEvent, writeEvent } from './event.js';
import { decodeParamsUpdate, encodeParamsUpdate, LenientParams } from './params.js';
import { decodeExecTxResult, writeExecTxResult } from './tx_result.js';
import { decodeValidatorUpdate, encodeValidatorUpdate, LenientValidatorUpdate } from './validator_update.js';

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

/** Throws CodecError for bytes that are not such a response. `isLenient` skips unknown fields. */
export function decodeFinalizeBlockResponse(bytes: Bytes, isLenient = false): FinalizeBlockResponse {
  const reader = new ProtoReader(bytes);
  const events: Event[] = [];
  const txResults: ExecTxResult[] = [];
  const validatorUpdates: ValidatorUpdate[] = [];
  let consensusParamUpdates: ConsensusParamsUpdate | undefined;
  let appHash: Bytes = EMPTY_BYTES;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) events.push(decodeEvent(reader.bytes(), isLenient));
    else if (field === 2) txResults.push(decodeExecTxResult(reader.bytes(), undefined, isLenient));
    else if (field === 3)
      validatorUpdates.push(
        isLenient ? LenientValidatorUpdate.decode(reader.bytes()) : decodeValidatorUpdate(reader.bytes()),
      );
    else if (field === 4)
      consensusParamUpdates = isLenient ? LenientParams.decode(reader.bytes()) : decodeParamsUpdate(reader.bytes());
    else if (field === 5) appHash = reader.bytes();
    else if (isLenient) reader.skip();
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
