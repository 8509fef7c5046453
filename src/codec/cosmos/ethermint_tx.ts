/**
 * Decodes the older message of Ethermint and Evmos (`/ethermint.evm.v1.MsgEthereumTx`), so that transactions of their
 * wallets and relayers still work (evm-json-rpc.md 7.2). Its fields are assembled into the raw Ethereum transaction,
 * which all other code uses. The message is only read, never written.
 */
import { type Bytes, bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { fromHex, tryFromHex } from '../../kernel/hex.js';
import { CodecError } from '../codec_error.js';
import { type AccessListEntry, type DecodedEthereumTx, encodeEthereumTx } from '../ethereum/tx.js';
import { ProtoReader } from '../protobuf/index.js';
import { Any } from './base.js';

export const ETHERMINT_TX_URL = '/ethermint.evm.v1.MsgEthereumTx';

/** Fields of the three kinds of TxData by field number. */
const LAYOUTS = {
  '/ethermint.evm.v1.LegacyTx': {
    type: 0,
    fields: ['', 'nonce', 'gasPrice', 'gas', 'to', 'value', 'data', 'v', 'r', 's'],
  },
  '/ethermint.evm.v1.AccessListTx': {
    type: 1,
    fields: ['', 'chainId', 'nonce', 'gasPrice', 'gas', 'to', 'value', 'data', 'accesses', 'v', 'r', 's'],
  },
  '/ethermint.evm.v1.DynamicFeeTx': {
    type: 2,
    fields: ['', 'chainId', 'nonce', 'tip', 'cap', 'gas', 'to', 'value', 'data', 'accesses', 'v', 'r', 's'],
  },
} as const;

interface TxData {
  chainId: bigint;
  nonce: bigint;
  gasPrice: bigint;
  tip: bigint;
  cap: bigint;
  gas: bigint;
  to: Bytes | undefined;
  value: bigint;
  data: Bytes;
  accesses: AccessListEntry[];
  v: bigint;
  r: bigint;
  s: bigint;
}

/** Returns the canonical Ethereum transaction in the message. Throws CodecError for a malformed message. */
export function ethereumTxOfEthermint(message: Bytes): Bytes {
  let data: Any | undefined;
  for (const reader = new ProtoReader(message); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) data = Any.decode(reader.bytes());
    else if (field === 2 || field === 3) reader.skip();
    else if (field === 4 && reader.string() === '') continue;
    else throw new CodecError('MsgEthereumTx: from must be empty');
  }
  const layout = LAYOUTS[(data?.typeUrl ?? '') as keyof typeof LAYOUTS];
  if (data === undefined || layout === undefined) throw new CodecError('transaction type not supported');
  return encodeEthereumTx(toEthereumTx(layout.type, readTxData(data.value, layout.fields)));
}

function readTxData(bytes: Bytes, fields: readonly string[]): TxData {
  const numbers = { chainId: 0n, nonce: 0n, gasPrice: 0n, tip: 0n, cap: 0n, gas: 0n, value: 0n, v: 0n, r: 0n, s: 0n };
  const tx: TxData = { ...numbers, to: undefined, data: EMPTY_BYTES, accesses: [] };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const name = fields[reader.next().field];
    if (name === 'nonce' || name === 'gas') tx[name] = reader.uint();
    else if (name === 'v' || name === 'r' || name === 's') tx[name] = bytesToBigint(reader.bytes());
    else if (name === 'to') tx.to = address(reader.string());
    else if (name === 'data') tx.data = reader.bytes();
    else if (name === 'accesses') tx.accesses.push(readAccess(reader.bytes()));
    else if (name === 'chainId' || name === 'gasPrice' || name === 'tip' || name === 'cap' || name === 'value')
      tx[name] = decimal(reader.string());
    else throw reader.unknown('TxData');
  }
  return tx;
}

function readAccess(bytes: Bytes): AccessListEntry {
  const entry = { address: EMPTY_BYTES, storageKeys: [] as Bytes[] };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) entry.address = sized(reader.string(), 20);
    else if (field === 2) entry.storageKeys.push(sized(reader.string(), 32));
    else throw reader.unknown('AccessTuple');
  }
  return entry;
}

function decimal(text: string): bigint {
  if (!/^\d{1,78}$/.test(text)) throw new CodecError(`"${text}" is not a decimal number`);
  return BigInt(text);
}

const address = (text: string): Bytes | undefined => (text === '' ? undefined : sized(text, 20));

function sized(text: string, length: number): Bytes {
  if (tryFromHex(text.replace(/^0x/, ''))?.length !== length) throw new CodecError(`"${text}" is not ${length} bytes`);
  return fromHex(text);
}

function toEthereumTx(
  type: 0 | 1 | 2,
  { tip, cap, data, accesses, chainId, gasPrice, ...rest }: TxData,
): DecodedEthereumTx {
  return {
    ...rest,
    type,
    input: data,
    chainId: type === 0 ? undefined : chainId,
    gasPrice: type === 2 ? undefined : gasPrice,
    maxFeePerGas: type === 2 ? cap : undefined,
    maxPriorityFeePerGas: type === 2 ? tip : undefined,
    accessList: type === 0 ? undefined : accesses,
    authorizationList: undefined,
  };
}
