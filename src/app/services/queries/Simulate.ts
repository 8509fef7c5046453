/**
 * `/cosmos.tx.v1beta1.Service/Simulate`: what a transaction would use and say. A refusal names its reason as the SDK's
 * service does, with the gas that it came to.
 */

import type { Event, ExecTxResult } from '../../../abci/application.js';
import { ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { defineQuery } from '../../query/define_query.js';
import { invalidArgument, unknownStatus } from '../../query/failure.js';
import type { QueryServices } from '../../query/handler.js';
import type { StateReader } from '../../state/types.js';

async function querySimulate(request: Bytes, _: StateReader, { simulate }: QueryServices): Promise<Bytes> {
  const tx = readTx(request);
  if (tx.length === 0) throw invalidArgument('empty txBytes is not allowed');
  const result = await simulate(tx);
  if (result.code !== 0) throw unknownStatus(`${result.log} with gas used: '${result.gasUsed}'`);
  const gas = new ProtoWriter().uint(1, result.gasWanted).uint(2, result.gasUsed).finish();
  return new ProtoWriter().message(1, gas).message(2, encodeResult(result)).finish();
}

/** `tx_bytes`, or the older field `tx`, a message that has TxRaw's wire format. */
function readTx(request: Bytes): Bytes {
  let [tx, bytes] = [EMPTY_BYTES, EMPTY_BYTES];
  for (const reader = new ProtoReader(request); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) tx = reader.bytes();
    else if (field === 2) bytes = reader.bytes();
    else reader.skip();
  }
  return bytes.length > 0 ? bytes : tx;
}

/** `cosmos.base.abci.v1beta1.Result`. */
function encodeResult({ data, log, events }: ExecTxResult): Bytes {
  const out = new ProtoWriter().bytes(1, data).string(2, log);
  for (const event of events) out.message(3, encodeEvent(event));
  for (const response of responsesOf(data)) out.message(4, response);
  return out.finish();
}

function encodeEvent({ type, attributes }: Event): Bytes {
  const out = new ProtoWriter().string(1, type);
  for (const { key, value, index } of attributes)
    out.message(2, new ProtoWriter().string(1, key).string(2, value).bool(3, index).finish());
  return out.finish();
}

/** The messages' answers in a TxMsgData. */
function responsesOf(data: Bytes): Bytes[] {
  const responses: Bytes[] = [];
  for (const reader = new ProtoReader(data); !reader.done; ) {
    if (reader.next().field === 2) responses.push(reader.bytes());
    else reader.skip();
  }
  return responses;
}

export const Simulate = defineQuery('/cosmos.tx.v1beta1.Service/Simulate', querySimulate);
