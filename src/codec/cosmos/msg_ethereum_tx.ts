/**
 * Encodes the message that carries an Ethereum transaction, and its response in a block's results (evm-json-rpc.md 7.2,
 * 7.3).
 */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { fromHex, to0x, tryFromHexText } from '../../kernel/hex.js';
import { CodecError } from '../codec_error.js';
import type { EthereumLog } from '../ethereum/receipt.js';
import { ProtoReader, ProtoWriter } from '../protobuf/index.js';

export const MSG_ETHEREUM_TX_URL = '/cosmos.evm.vm.v1.MsgEthereumTx';
export const MSG_ETHEREUM_TX_RESPONSE_URL = '/cosmos.evm.vm.v1.MsgEthereumTxResponse';

export interface MsgEthereumTx {
  /** 20 bytes, which must be the signer. */
  readonly from: Bytes;
  readonly raw: Bytes;
}

export const writeMsgEthereumTx = (out: ProtoWriter, { from, raw }: MsgEthereumTx): unknown =>
  out.bytes(5, from).bytes(6, raw);

export function decodeMsgEthereumTx(bytes: Bytes): MsgEthereumTx {
  const message = { from: EMPTY_BYTES, raw: EMPTY_BYTES };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 5) message.from = reader.bytes();
    else if (field === 6) message.raw = reader.bytes();
    else throw reader.unknown('MsgEthereumTx');
  }
  return message;
}

/** Locates a transaction's logs. All of them have the same context; `firstLogIndex` counts in the block. */
export interface LogContext {
  readonly blockNumber: bigint;
  readonly txIndex: number;
  readonly firstLogIndex: number;
}

export interface MsgEthereumTxResponse {
  readonly hash: Bytes;
  readonly logs: readonly EthereumLog[];
  /** Bytes that the call returned or reverted with. */
  readonly ret: Bytes;
  /** Empty when the execution succeeded, otherwise geth's error text. */
  readonly vmError: string;
  /** Gas that was charged. */
  readonly gasUsed: bigint;
  /** Gas before refunds, at its maximum. */
  readonly maxUsedGas: bigint;
  readonly blockHash: Bytes;
  /** Unix time in seconds. */
  readonly blockTimestamp: bigint;
}

interface PlacedLog {
  readonly log: EthereumLog;
  readonly index: number;
  readonly hashText: string;
  readonly blockHashText: string;
  readonly context: LogContext;
  readonly blockTimestamp: bigint;
}

function writeLog(out: ProtoWriter, { log, index, context, ...of }: PlacedLog): void {
  out.string(1, to0x(log.address));
  for (const topic of log.topics) out.string(2, to0x(topic));
  out
    .bytes(3, log.data)
    .uint(4, context.blockNumber)
    .string(5, of.hashText)
    .uint(6, context.txIndex)
    .string(7, of.blockHashText)
    .uint(8, context.firstLogIndex + index)
    .uint(10, of.blockTimestamp);
}

interface Placed {
  readonly response: MsgEthereumTxResponse;
  readonly context: LogContext;
}

function writeResponse(out: ProtoWriter, { response, context }: Placed): void {
  const { logs, blockTimestamp } = response;
  const hashText = to0x(response.hash);
  out.string(1, hashText);
  if (logs.length > 0) {
    const of = { hashText, blockHashText: to0x(response.blockHash), context, blockTimestamp };
    for (const [index, log] of logs.entries()) out.nested(2, { log, index, ...of }, writeLog);
  }
  out
    .bytes(3, response.ret)
    .string(4, response.vmError)
    .uint(5, response.gasUsed)
    .uint(6, response.maxUsedGas)
    .bytes(7, response.blockHash)
    .uint(8, blockTimestamp);
}

const writeAny = (out: ProtoWriter, placed: Placed): unknown =>
  out.string(1, MSG_ETHEREUM_TX_RESPONSE_URL).nested(2, placed, writeResponse);

/** Encodes the `data` of a transaction result: TxMsgData with the one response. */
export const encodeMsgEthereumTxResult = (response: MsgEthereumTxResponse, context: LogContext): Bytes =>
  new ProtoWriter().nested(2, { response, context }, writeAny).finish();

/** Reads bytes that are encoded as hex text. */
function hexField(reader: ProtoReader): Bytes {
  const bytes = tryFromHexText(reader.bytes());
  if (bytes === undefined) throw new CodecError('a log has an address or topic that is not hex');
  return bytes;
}

function decodeLog(bytes: Bytes): EthereumLog {
  const log = { address: EMPTY_BYTES, topics: [] as Bytes[], data: EMPTY_BYTES };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) log.address = hexField(reader);
    else if (field === 2) log.topics.push(hexField(reader));
    else if (field === 3) log.data = reader.bytes();
    else reader.skip();
  }
  return log;
}

function decodeResponse(bytes: Bytes): MsgEthereumTxResponse {
  const logs: EthereumLog[] = [];
  const texts = { hash: '', vmError: '' };
  const parts = { ret: EMPTY_BYTES, blockHash: EMPTY_BYTES };
  const numbers = { gasUsed: 0n, maxUsedGas: 0n, blockTimestamp: 0n };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) texts.hash = reader.string();
    else if (field === 2) logs.push(decodeLog(reader.bytes()));
    else if (field === 3) parts.ret = reader.bytes();
    else if (field === 4) texts.vmError = reader.string();
    else if (field === 5) numbers.gasUsed = reader.uint();
    else if (field === 6) numbers.maxUsedGas = reader.uint();
    else if (field === 7) parts.blockHash = reader.bytes();
    else if (field === 8) numbers.blockTimestamp = reader.uint();
    else reader.skip();
  }
  return { logs, hash: fromHex(texts.hash), vmError: texts.vmError, ...parts, ...numbers };
}

/** Returns the first field with the number `wanted` of a message, or undefined. */
function bytesField(bytes: Bytes, wanted: number): Bytes | undefined {
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    if (reader.next().field === wanted) return reader.bytes();
    reader.skip();
  }
  return undefined;
}

/** Decodes what `encodeMsgEthereumTxResult` wrote. Throws CodecError when `data` has no such response. */
export function decodeMsgEthereumTxResult(data: Bytes): MsgEthereumTxResponse {
  const any = bytesField(data, 2);
  const value = any === undefined ? undefined : bytesField(any, 2);
  if (value === undefined) throw new CodecError('the result contains no MsgEthereumTxResponse');
  return decodeResponse(value);
}
