/**
 * Encodes `tendermint.abci.ExecTxResult`. ResponseCheckTx has the same fields (consensus-engine.md 8.4).
 */
import { ProtoReader, ProtoWriter, readUint32 } from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { Event, ExecTxResult } from '../application.js';
import { decodeEvent, isOfType, writeEvent } from './event.js';

/** Encodes `tendermint.abci.ExecTxResult`; the same bytes are 0.34's and 0.37's ResponseDeliverTx. */
export function encodeExecTxResult(result: ExecTxResult): Bytes {
  const writer = new ProtoWriter();
  writeExecTxResult(writer, result);
  return writer.finish();
}

/** Appends the fields of a result. */
export function writeExecTxResult(out: ProtoWriter, result: ExecTxResult): void {
  const { events } = result;
  out
    .uint(1, result.code)
    .bytes(2, result.data)
    .string(3, result.log)
    .string(4, result.info)
    .int(5, result.gasWanted)
    .int(6, result.gasUsed);
  for (let at = 0; at < events.length; at++) out.nested(7, events[at] as Event, writeEvent);
  out.string(8, result.codespace);
}

/** Decodes a result; with `eventType`, only events of that type. `isLenient` skips unknown fields. */
export function decodeExecTxResult(bytes: Bytes, eventType?: Bytes, isLenient = false): ExecTxResult {
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
      if (eventType === undefined || isOfType(event, eventType)) events.push(decodeEvent(event, isLenient));
    } else if (field === 8) codespace = reader.string();
    else if (isLenient) reader.skip();
    else throw reader.unknown('ExecTxResult');
  }
  return { code, data, log, info, gasWanted, gasUsed, events, codespace };
}
