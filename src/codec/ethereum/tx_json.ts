/** Encodes a signed transaction from its JSON form (execution-apis `Transaction`), as state files of other tools have it. */
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { tryFromHex } from '../../kernel/hex.js';
import { type AccessListEntry, type Authorization, accessListItem } from './access_list.js';
import { encodeRlp, type RlpItem, rlpUint } from './rlp.js';
import { encodeEthereumTx } from './tx.js';

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

/** Returns the canonical bytes of a transaction, or undefined for an unknown type. Missing members count as zero. */
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
