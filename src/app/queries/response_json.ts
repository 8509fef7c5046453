/**
 * Renders `MsgEthereumTxResponse` in protobuf's JSON, as Go writes it: all fields, names from the `.proto` file, 64-bit
 * numbers as text, bytes in base64.
 */
import { toBase64 } from '../../codec/base64.js';
import { MSG_ETHEREUM_TX_RESPONSE_URL } from '../../codec/cosmos/msg_ethereum_tx.js';
import { decodeMsgEthereumTxResult } from '../../codec/cosmos/tx.js';
import { ProtoReader } from '../../codec/protobuf/index.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';

/** Renders the response in a transaction's `data`, which is a TxMsgData. */
export function responseJson(data: Bytes): object {
  const { hash, ret, vmError, gasUsed, maxUsedGas, blockHash, blockTimestamp } = decodeMsgEthereumTxResult(data);
  const response = repeated(repeated(data, 2)[0] as Bytes, 2)[0] as Bytes;
  return {
    '@type': MSG_ETHEREUM_TX_RESPONSE_URL,
    hash: to0x(hash),
    logs: repeated(response, 2).map(logJson),
    ret: toBase64(ret),
    vm_error: vmError,
    gas_used: gasUsed.toString(),
    max_used_gas: maxUsedGas.toString(),
    block_hash: toBase64(blockHash),
    block_timestamp: blockTimestamp.toString(),
  };
}

/** Returns the elements of a repeated field of bytes or messages. */
function repeated(message: Bytes, wanted: number): Bytes[] {
  const found: Bytes[] = [];
  for (const reader = new ProtoReader(message); !reader.done; ) {
    if (reader.next().field === wanted) found.push(reader.bytes());
    else reader.skip();
  }
  return found;
}

const NUMBERS: Readonly<Record<number, string>> = {
  4: 'block_number',
  6: 'tx_index',
  8: 'index',
  10: 'block_timestamp',
};
const TEXTS: Readonly<Record<number, string>> = { 1: 'address', 5: 'tx_hash', 7: 'block_hash' };

function logJson(message: Bytes): object {
  const topics: string[] = [];
  const log: Record<string, unknown> = {
    address: '',
    topics,
    data: '',
    block_number: '0',
    tx_hash: '',
    tx_index: '0',
    block_hash: '',
    index: '0',
    removed: false,
    block_timestamp: '0',
  };
  for (const reader = new ProtoReader(message); !reader.done; ) {
    const { field } = reader.next();
    const [number, text] = [NUMBERS[field], TEXTS[field]];
    if (number !== undefined) log[number] = reader.uint().toString();
    else if (text !== undefined) log[text] = reader.string();
    else if (field === 2) topics.push(reader.string());
    else if (field === 3) log['data'] = toBase64(reader.bytes());
    else throw reader.unknown('Log');
  }
  return log;
}
