/**
 * Reads the indexes of logs from a transaction's result, as consensus clients receive it
 * (`MsgEthereumTxResponse.logs`).
 */
import { ProtoReader } from '../../../src/codec/protobuf/index.js';
import type { Bytes } from '../../../src/kernel/bytes.js';

export interface LogPlace {
  readonly blockNumber: number;
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly logIndex: number;
}

/** Returns the length-delimited fields with this number. */
function fieldsOf(message: Bytes, wanted: number): Bytes[] {
  const found: Bytes[] = [];
  for (const reader = new ProtoReader(message); !reader.done; )
    if (reader.next().field === wanted) found.push(reader.bytes());
    else reader.skip();
  return found;
}

function placeOf(log: Bytes): LogPlace {
  const place = { blockNumber: 0, transactionHash: '', transactionIndex: 0, logIndex: 0 };
  for (const reader = new ProtoReader(log); !reader.done; ) {
    const { field } = reader.next();
    if (field === 4) place.blockNumber = Number(reader.uint());
    else if (field === 5) place.transactionHash = reader.string();
    else if (field === 6) place.transactionIndex = Number(reader.uint());
    else if (field === 8) place.logIndex = Number(reader.uint());
    else reader.skip();
  }
  return place;
}

/** Reads the logs' indexes; `data` is a TxMsgData with one Any in it. */
export const logPlacesIn = (data: Bytes): LogPlace[] =>
  fieldsOf(data, 2)
    .flatMap((any) => fieldsOf(any, 2))
    .flatMap((response) => fieldsOf(response, 2))
    .map(placeOf);
