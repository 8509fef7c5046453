/**
 * Encodes and decodes signed Ethereum transactions of types 0, 1, 2 and 4 (evm-json-rpc.md 3.4), and computes their
 * hashes. Decoding is strict and has geth's error texts. It accepts only the canonical bytes, which can therefore be
 * stored as received. It rejects type 3 (blobs) as an unknown type; only `encodeTxJson` knows that type. Semantic
 * checks are elsewhere (src/app/ante).
 */
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { tryFromHex } from '../../kernel/hex.js';
import { CodecError } from '../codec_error.js';
import {
  type AccessListEntry,
  type Authorization,
  accessListItem,
  authorizationsItem,
  readAccessList,
  readAuthorizations,
} from './access_list.js';
import { decodeRlp, encodeRlp, RlpFields, type RlpItem, rlpOptional, rlpUint } from './rlp.js';

export type { AccessListEntry, Authorization } from './access_list.js';
export { authorizationHash } from './access_list.js';

export type EthereumTxType = 0 | 1 | 2 | 4;

export interface UnsignedEthereumTx {
  readonly type: EthereumTxType;
  /** `undefined` for a legacy transaction without replay protection. */
  readonly chainId: bigint | undefined;
  readonly nonce: bigint;
  /** Set in types 0 and 1. */
  readonly gasPrice: bigint | undefined;
  /** Set in types 2 and 4. */
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly gas: bigint;
  /** `undefined` for contract creation. */
  readonly to: Bytes | undefined;
  readonly value: bigint;
  readonly input: Bytes;
  /** Set in all types but 0. */
  readonly accessList: readonly AccessListEntry[] | undefined;
  /** Set in type 4. */
  readonly authorizationList: readonly Authorization[] | undefined;
}

export interface DecodedEthereumTx extends UnsignedEthereumTx {
  /** Recovery bit in types 1 to 4. In type 0 it is 27 or 28, or 35 + 2·chainId plus the bit. */
  readonly v: bigint;
  readonly r: bigint;
  readonly s: bigint;
}

/**
 * Lowest first byte of a legacy transaction, which is an RLP list or string. Lower first bytes are transaction types
 * (EIP-2718).
 */
const FIRST_RLP_BYTE = 0x80;
const STRUCTS = { 0: 'LegacyTx', 1: 'AccessListTx', 2: 'DynamicFeeTx', 4: 'SetCodeTx' } as const;

/** Decodes a transaction. Throws CodecError with geth's text. */
export function decodeEthereumTx(raw: Bytes): DecodedEthereumTx {
  const first = raw[0] ?? 0;
  if (first >= FIRST_RLP_BYTE) return readLegacy(decodeRlp(raw));
  if (raw.length <= 1) throw new CodecError('typed transaction too short');
  if (first !== 1 && first !== 2 && first !== 4) throw new CodecError('transaction type not supported');
  return readTyped(first, decodeRlp(raw.subarray(1)));
}

/** Returns the chain id in `v` of a legacy transaction (EIP-155), if there is one. */
export const protectedChainId = (v: bigint): bigint | undefined => (v >= 35n ? (v - 35n) / 2n : undefined);

function readLegacy(item: RlpItem): DecodedEthereumTx {
  const fields = new RlpFields(item, 'types.LegacyTx');
  const unsigned = {
    nonce: fields.uint64('Nonce'),
    gasPrice: fields.uint('GasPrice'),
    gas: fields.uint64('Gas'),
    to: fields.optionalAddress('To'),
    value: fields.uint('Value'),
    input: fields.bytes('Data'),
  };
  const signature = { v: fields.uint('V'), r: fields.uint('R'), s: fields.uint('S') };
  fields.end();
  return {
    type: 0,
    chainId: protectedChainId(signature.v),
    ...unsigned,
    ...signature,
    maxFeePerGas: undefined,
    maxPriorityFeePerGas: undefined,
    accessList: undefined,
    authorizationList: undefined,
  };
}

function readTyped(type: 1 | 2 | 4, item: RlpItem): DecodedEthereumTx {
  const fields = new RlpFields(item, `types.${STRUCTS[type]}`);
  const big = (field: string): bigint => (type === 4 ? fields.uint256(field) : fields.uint(field));
  const tx = {
    type,
    chainId: big('ChainID'),
    nonce: fields.uint64('Nonce'),
    gasPrice: type === 1 ? big('GasPrice') : undefined,
    maxPriorityFeePerGas: type === 1 ? undefined : big('GasTipCap'),
    maxFeePerGas: type === 1 ? undefined : big('GasFeeCap'),
    gas: fields.uint64('Gas'),
    to: type === 4 ? fields.address('To') : fields.optionalAddress('To'),
    value: big('Value'),
    input: fields.bytes('Data'),
    accessList: readAccessList(fields),
    authorizationList: type === 4 ? readAuthorizations(fields) : undefined,
    v: big('V'),
    r: big('R'),
    s: big('S'),
  };
  fields.end();
  return tx;
}

function body(tx: UnsignedEthereumTx): RlpItem[] {
  const chainId = tx.type === 0 ? [] : [rlpUint(tx.chainId ?? 0n)];
  const prices =
    tx.type === 0 || tx.type === 1
      ? [rlpUint(tx.gasPrice ?? 0n)]
      : [rlpUint(tx.maxPriorityFeePerGas ?? 0n), rlpUint(tx.maxFeePerGas ?? 0n)];
  const call = [rlpUint(tx.gas), rlpOptional(tx.to), rlpUint(tx.value), tx.input];
  const lists: RlpItem[] = tx.type === 0 ? [] : [accessListItem(tx.accessList ?? [])];
  if (tx.type === 4) lists.push(authorizationsItem(tx.authorizationList ?? []));
  return [...chainId, rlpUint(tx.nonce), ...prices, ...call, ...lists];
}

const envelope = (type: EthereumTxType, list: RlpItem): Bytes =>
  type === 0 ? encodeRlp(list) : concatBytes(Uint8Array.of(type), encodeRlp(list));

/** Returns the canonical bytes, from which `ethereumTxHash` computes the hash. */
export const encodeEthereumTx = (tx: DecodedEthereumTx): Bytes =>
  envelope(tx.type, [...body(tx), rlpUint(tx.v), rlpUint(tx.r), rlpUint(tx.s)]);

export const ethereumTxHash = (raw: Bytes): Bytes => keccak256(raw);

/** Returns the hash that the sender signs. */
export function signingHash(tx: UnsignedEthereumTx): Bytes {
  const unsigned = body(tx);
  if (tx.type === 0 && tx.chainId !== undefined) unsigned.push(rlpUint(tx.chainId), EMPTY_BYTES, EMPTY_BYTES);
  return keccak256(envelope(tx.type, unsigned));
}

/** Returns the recovery bit in `v`, or undefined when no signature can have this `v`. */
export function recoveryBit({ type, v }: DecodedEthereumTx): 0 | 1 | undefined {
  if (type !== 0) return v === 0n ? 0 : v === 1n ? 1 : undefined;
  if (v === 27n || v === 28n) return v === 27n ? 0 : 1;
  return v >= 35n ? (Number((v - 35n) & 1n) as 0 | 1) : undefined;
}

/**
 * Returns `v` of a signature with this recovery bit: the bit alone since EIP-2718, and in type 0 the form of EIP-155 or
 * the oldest form.
 */
export function recoveryValue({ type, chainId }: UnsignedEthereumTx, bit: 0 | 1): bigint {
  if (type !== 0) return BigInt(bit);
  return BigInt(bit) + (chainId === undefined ? 27n : 35n + 2n * chainId);
}

/** Returns the address of the contract that `from` creates by the transaction or the CREATE with this nonce. */
export const createAddress = (from: Bytes, nonce: bigint): Bytes =>
  keccak256(encodeRlp([from, rlpUint(nonce)])).slice(12);

type Json = Readonly<Record<string, unknown>>;

const BLOB_TX = 3;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

const uintOf = (value: unknown): bigint =>
  typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value) ? BigInt(value) : 0n;

const bytesOf = (value: unknown): Bytes =>
  typeof value === 'string' && value.startsWith('0x') ? (tryFromHex(value.slice(2)) ?? EMPTY_BYTES) : EMPTY_BYTES;

const addressOf = (value: unknown): Bytes | undefined => (bytesOf(value).length === 20 ? bytesOf(value) : undefined);

const accessListOf = (value: unknown): readonly AccessListEntry[] =>
  listOf(value).map(({ address, storageKeys }) => ({
    address: bytesOf(address),
    storageKeys: Array.isArray(storageKeys) ? storageKeys.map(bytesOf) : [],
  }));

const authorizationsOf = (value: unknown): readonly Authorization[] =>
  listOf(value).map(({ chainId, address, nonce, yParity, v, r, s }) => ({
    chainId: uintOf(chainId),
    address: bytesOf(address),
    nonce: uintOf(nonce),
    yParity: Number(uintOf(yParity ?? v)),
    r: uintOf(r),
    s: uintOf(s),
  }));

/**
 * Encodes a signed transaction from its JSON form (execution-apis `Transaction`), as state files of other tools have
 * it. Returns the canonical bytes, or undefined for an unknown type. Missing members count as zero.
 */
export function encodeTxJson(tx: Json): Bytes | undefined {
  const type = Number(uintOf(tx['type']));
  const typed = { ...callOf(tx), ...signatureOf(tx, type) };
  if (type === BLOB_TX) return encodeBlobTx(tx, typed);
  if (type !== 0 && type !== 1 && type !== 2 && type !== 4) return undefined;
  return encodeEthereumTx({
    ...typed,
    type,
    chainId: tx['chainId'] === undefined ? undefined : uintOf(tx['chainId']),
    gasPrice: type < 2 ? uintOf(tx['gasPrice']) : undefined,
    maxFeePerGas: type < 2 ? undefined : uintOf(tx['maxFeePerGas']),
    maxPriorityFeePerGas: type < 2 ? undefined : uintOf(tx['maxPriorityFeePerGas']),
    accessList: type === 0 ? undefined : accessListOf(tx['accessList']),
    authorizationList: type === 4 ? authorizationsOf(tx['authorizationList']) : undefined,
  });
}

const callOf = ({ nonce, gas, to, value, input }: Json) => ({
  nonce: uintOf(nonce),
  gas: uintOf(gas),
  to: addressOf(to),
  value: uintOf(value),
  input: bytesOf(input),
});

const signatureOf = ({ v, yParity, r, s }: Json, type: number) => ({
  v: uintOf(type === 0 ? v : (yParity ?? v)),
  r: uintOf(r),
  s: uintOf(s),
});

/** Encodes a transaction with blobs (EIP-4844) without its sidecar, as a block has it. */
function encodeBlobTx(tx: Json, typed: ReturnType<typeof callOf> & ReturnType<typeof signatureOf>): Bytes {
  const hashes = Array.isArray(tx['blobVersionedHashes']) ? tx['blobVersionedHashes'] : [];
  const item: RlpItem = [
    rlpUint(uintOf(tx['chainId'])),
    rlpUint(typed.nonce),
    rlpUint(uintOf(tx['maxPriorityFeePerGas'])),
    rlpUint(uintOf(tx['maxFeePerGas'])),
    rlpUint(typed.gas),
    typed.to ?? EMPTY_BYTES,
    rlpUint(typed.value),
    typed.input,
    accessListItem(accessListOf(tx['accessList'])),
    rlpUint(uintOf(tx['maxFeePerBlobGas'])),
    hashes.map(bytesOf),
    rlpUint(typed.v),
    rlpUint(typed.r),
    rlpUint(typed.s),
  ];
  return concatBytes(Uint8Array.of(BLOB_TX), encodeRlp(item));
}
