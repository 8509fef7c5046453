/** The message that carries an Ethereum transaction, and its answer in a block's results (evm-json-rpc.md 7.2, 7.3). */
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { fromHex, to0x, tryFromHexText } from '../kernel/hex.js';
import { CodecError } from './codec_error.js';
import { ProtoReader, ProtoWriter } from './protobuf.js';

export const MSG_ETHEREUM_TX_URL = '/cosmos.evm.vm.v1.MsgEthereumTx';
export const MSG_ETHEREUM_TX_RESPONSE_URL = '/cosmos.evm.vm.v1.MsgEthereumTxResponse';

export interface MsgEthereumTx {
  /** 20 bytes; must be the signer. */
  readonly from: Bytes;
  readonly raw: Bytes;
}

export const encodeMsgEthereumTx = ({ from, raw }: MsgEthereumTx): Bytes =>
  new ProtoWriter().bytes(5, from).bytes(6, raw).finish();

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

export interface EthereumLog {
  readonly address: Bytes;
  readonly topics: readonly Bytes[];
  readonly data: Bytes;
}

/** Where a log stands: equal for all logs of a transaction, except `firstLogIndex`, which counts in the block. */
export interface LogContext {
  readonly blockNumber: bigint;
  readonly txIndex: number;
  readonly firstLogIndex: number;
}

export interface MsgEthereumTxResponse {
  readonly hash: Bytes;
  readonly logs: readonly EthereumLog[];
  /** Returned or reverted with. */
  readonly ret: Bytes;
  /** Empty when the machine succeeded; geth's text otherwise. */
  readonly vmError: string;
  /** Charged. */
  readonly gasUsed: bigint;
  /** At its highest, before refunds. */
  readonly maxUsedGas: bigint;
  readonly blockHash: Bytes;
  /** Unix seconds. */
  readonly blockTimestamp: bigint;
}

function encodeLog({ address, topics, data }: EthereumLog, index: number, response: Encoded): Bytes {
  const { context } = response;
  const log = new ProtoWriter().string(1, to0x(address));
  for (const topic of topics) log.string(2, to0x(topic));
  return log
    .bytes(3, data)
    .uint(4, context.blockNumber)
    .string(5, response.hashText)
    .uint(6, context.txIndex)
    .string(7, response.blockHashText)
    .uint(8, context.firstLogIndex + index)
    .uint(10, response.blockTimestamp)
    .finish();
}

interface Encoded extends MsgEthereumTxResponse {
  readonly context: LogContext;
  readonly hashText: string;
  readonly blockHashText: string;
}

function encodeResponse(response: Encoded): Bytes {
  const out = new ProtoWriter().string(1, response.hashText);
  response.logs.forEach((log, i) => {
    out.message(2, encodeLog(log, i, response));
  });
  return out
    .bytes(3, response.ret)
    .string(4, response.vmError)
    .uint(5, response.gasUsed)
    .uint(6, response.maxUsedGas)
    .bytes(7, response.blockHash)
    .uint(8, response.blockTimestamp)
    .finish();
}

/** The `data` of a transaction result: TxMsgData with the one response. */
export function encodeMsgEthereumTxResult(response: MsgEthereumTxResponse, context: LogContext): Bytes {
  const hashes = { hashText: to0x(response.hash), blockHashText: to0x(response.blockHash) };
  const any = new ProtoWriter()
    .string(1, MSG_ETHEREUM_TX_RESPONSE_URL)
    .bytes(2, encodeResponse({ ...response, ...hashes, context }))
    .finish();
  return new ProtoWriter().message(2, any).finish();
}

/** Spelled as text. */
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
  return { ...parts, ...numbers, logs, hash: fromHex(texts.hash), vmError: texts.vmError };
}

/** The first field numbered `wanted` of a message, or undefined. */
function bytesField(bytes: Bytes, wanted: number): Bytes | undefined {
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    if (reader.next().field === wanted) return reader.bytes();
    reader.skip();
  }
  return undefined;
}

/** Reads what `encodeMsgEthereumTxResult` wrote. Throws CodecError when `data` holds no such response. */
export function decodeMsgEthereumTxResult(data: Bytes): MsgEthereumTxResponse {
  const any = bytesField(data, 2);
  const value = any === undefined ? undefined : bytesField(any, 2);
  if (value === undefined) throw new CodecError('the result holds no MsgEthereumTxResponse');
  return decodeResponse(value);
}
