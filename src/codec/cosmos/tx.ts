/**
 * Encodes the Cosmos transaction (`cosmos.tx.v1beta1`) around an Ethereum transaction, as blocks contain it
 * (evm-json-rpc.md 7.1): one message, one extension option, no signer, no signature. There is exactly one encoding of
 * the wrapper, so an Ethereum transaction has exactly one consensus hash. Every transaction is read and written here,
 * so these codecs are written by hand.
 */
import { type Bytes, bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { fromHex, tryFromHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { CodecError } from '../codec_error.js';
import { type AccessListEntry, type DecodedEthereumTx, decodeEthereumTx, encodeEthereumTx } from '../ethereum/tx.js';
import { ProtoReader, ProtoWriter } from '../protobuf/index.js';
import { Any, Coin } from './base.js';
import { decodeMsgEthereumTx, MSG_ETHEREUM_TX_URL, writeMsgEthereumTx } from './msg_ethereum_tx.js';

export {
  decodeMsgEthereumTxResult,
  encodeMsgEthereumTxResult,
  type MsgEthereumTxResponse,
} from './msg_ethereum_tx.js';

export interface TxRaw {
  readonly bodyBytes: Bytes;
  readonly authInfoBytes: Bytes;
  readonly signatures: readonly Bytes[];
}

export interface TxBody {
  readonly messages: readonly Any[];
  readonly memo: string;
  readonly timeoutHeight: bigint;
  readonly extensionOptions: readonly Any[];
  readonly nonCriticalExtensionOptions: readonly Any[];
}

export interface Fee {
  readonly amount: readonly Coin[];
  readonly gasLimit: bigint;
  readonly payer: string;
  readonly granter: string;
}

/** Signers and the fee. Signer infos and the tip stay encoded, because an Ethereum transaction has neither. */
export interface AuthInfo {
  readonly signerInfos: readonly Bytes[];
  readonly fee: Fee | undefined;
  readonly tip: Bytes | undefined;
}

export const EXTENSION_OPTION_URL = '/cosmos.evm.vm.v1.ExtensionOptionsEthereumTx';

/**
 * Tag of the first field. A length and that many bytes follow. This occurs three times: the body in the TxRaw, the
 * message in the body, and the URL in the message.
 */
const FIRST_FIELD = 0x0a;
const DEPTH = 3;
const MORE_OF_LENGTH = 0x80;

/**
 * Reports whether the type URL of a transaction's first message begins with these bytes. It reads only the beginning of
 * the transaction and is cheap.
 */
export function beginsWithMessage(tx: Bytes, url: Bytes): boolean {
  let at = 0;
  for (let depth = 0; depth < DEPTH; depth++) {
    if (tx[at++] !== FIRST_FIELD) return false;
    while (((tx[at++] ?? 0) & MORE_OF_LENGTH) !== 0);
  }
  return url.every((byte, i) => tx[at + i] === byte);
}

/** Message with the extended commit, by which a proposer passes on an oracle's prices. */
export const PRICES_URL = '/halley.oracle.v1.MsgPrices';
const PRICES_BYTES = utf8(PRICES_URL);

/** Reports whether the first message of a transaction has an oracle's prices. */
export const isPricesTx = (tx: Bytes): boolean => beginsWithMessage(tx, PRICES_BYTES);

/** Decodes a TxRaw. Throws CodecError for other bytes and for unknown fields. */
export function decodeTxRaw(bytes: Bytes): TxRaw {
  const tx = { bodyBytes: EMPTY_BYTES, authInfoBytes: EMPTY_BYTES, signatures: [] as Bytes[] };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) tx.bodyBytes = reader.bytes();
    else if (field === 2) tx.authInfoBytes = reader.bytes();
    else if (field === 3) tx.signatures.push(reader.bytes());
    else throw reader.unknown('TxRaw');
  }
  return tx;
}

export function decodeTxBody(bytes: Bytes): TxBody {
  const messages: Any[] = [];
  const extensionOptions: Any[] = [];
  const nonCriticalExtensionOptions: Any[] = [];
  let memo = '';
  let timeoutHeight = 0n;
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) messages.push(Any.decode(reader.bytes()));
    else if (field === 2) memo = reader.string();
    else if (field === 3) timeoutHeight = reader.uint();
    else if (field === 1023) extensionOptions.push(Any.decode(reader.bytes()));
    else if (field === 2047) nonCriticalExtensionOptions.push(Any.decode(reader.bytes()));
    else throw reader.unknown('TxBody');
  }
  return { messages, memo, timeoutHeight, extensionOptions, nonCriticalExtensionOptions };
}

export function decodeAuthInfo(bytes: Bytes): AuthInfo {
  const signerInfos: Bytes[] = [];
  let fee: Fee | undefined;
  let tip: Bytes | undefined;
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) signerInfos.push(reader.bytes());
    else if (field === 2) fee = decodeFee(reader.bytes());
    else if (field === 3) tip = reader.bytes();
    else throw reader.unknown('AuthInfo');
  }
  return { signerInfos, fee, tip };
}

function decodeFee(bytes: Bytes): Fee {
  const amount: Coin[] = [];
  const fee = { gasLimit: 0n, payer: '', granter: '' };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) amount.push(Coin.decode(reader.bytes()));
    else if (field === 2) fee.gasLimit = reader.uint();
    else if (field === 3) fee.payer = reader.string();
    else if (field === 4) fee.granter = reader.string();
    else throw reader.unknown('Fee');
  }
  return { amount, ...fee };
}

/** Returns the most that a transaction can pay for its gas, which is the fee of the envelope. */
export const maxGasCost = (tx: DecodedEthereumTx): bigint => tx.gas * (tx.maxFeePerGas ?? tx.gasPrice ?? 0n);

/** Encoded extension option, which is constant apart from its tag and length. */
const EXTENSION_OPTION = Any.encode({ typeUrl: EXTENSION_OPTION_URL, value: EMPTY_BYTES });

interface Enveloped {
  readonly tx: DecodedEthereumTx;
  readonly raw: Bytes;
  readonly from: Bytes;
  readonly denom: string;
}

const writeMessage = (out: ProtoWriter, { from, raw }: Enveloped): unknown =>
  out.string(1, MSG_ETHEREUM_TX_URL).nested(2, { from, raw }, writeMsgEthereumTx);

const writeBody = (out: ProtoWriter, enveloped: Enveloped): unknown =>
  out.nested(1, enveloped, writeMessage).message(1023, EXTENSION_OPTION);

const writeCost = (out: ProtoWriter, { tx, denom }: Enveloped): unknown =>
  out.string(1, denom).string(2, maxGasCost(tx).toString());

function writeFee(out: ProtoWriter, enveloped: Enveloped): void {
  if (maxGasCost(enveloped.tx) > 0n) out.nested(1, enveloped, writeCost);
  out.uint(2, enveloped.tx.gas);
}

const writeAuthInfo = (out: ProtoWriter, enveloped: Enveloped): unknown => out.nested(2, enveloped, writeFee);

/** Wraps a decoded transaction. `denom` is the gas denom with 18 decimals. */
export function wrapDecodedEthereumTx(tx: DecodedEthereumTx, raw: Bytes, from: Bytes, denom: string): Bytes {
  const enveloped = { tx, raw, from, denom };
  return new ProtoWriter().nested(1, enveloped, writeBody).nested(2, enveloped, writeAuthInfo).finish();
}

/**
 * Returns the `TxRaw` of a raw Ethereum transaction from `from`. Throws CodecError with geth's text when `raw` is
 * invalid.
 */
export const wrapEthereumTx = (raw: Bytes, from: Bytes, denom: string): Bytes =>
  wrapDecodedEthereumTx(decodeEthereumTx(raw), raw, from, denom);

/** Ethereum transaction in its wrapper. `from` is the sender that the wrapper claims. */
export interface WrappedEthereumTx {
  readonly raw: Bytes;
  readonly from: Bytes;
}

/**
 * Returns the Ethereum transaction in `txRaw`, or undefined when the bytes contain none. It is meant for transactions
 * that the application has executed: nothing of the envelope is checked here.
 */
export function unwrapEthereumTx(txRaw: Bytes): WrappedEthereumTx | undefined {
  return whenDecodable(() => {
    const [message] = decodeTxBody(decodeTxRaw(txRaw).bodyBytes).messages;
    return message?.typeUrl === MSG_ETHEREUM_TX_URL ? decodeMsgEthereumTx(message.value) : undefined;
  });
}

const ETHERMINT_TX_URL = '/ethermint.evm.v1.MsgEthereumTx';

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

/**
 * Decodes the older message of Ethermint and Evmos (`/ethermint.evm.v1.MsgEthereumTx`), so that transactions of their
 * wallets and relayers still work (evm-json-rpc.md 7.2). Its fields are assembled into the canonical Ethereum
 * transaction, which all other code uses. The message is only read, never written. Throws CodecError for a malformed
 * message.
 */
function ethereumTxOfEthermint(message: Bytes): Bytes {
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

/**
 * Returns the raw Ethereum transaction in an envelope of Ethermint's older form, or undefined when the bytes contain
 * none. Such an envelope never enters a block: its transaction is wrapped again on admission.
 */
export function unwrapEthermintTx(txRaw: Bytes): Bytes | undefined {
  return whenDecodable(() => {
    const [message] = decodeTxBody(decodeTxRaw(txRaw).bodyBytes).messages;
    return message?.typeUrl === ETHERMINT_TX_URL ? ethereumTxOfEthermint(message.value) : undefined;
  });
}

function whenDecodable<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
