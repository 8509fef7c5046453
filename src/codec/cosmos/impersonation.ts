/**
 * Encodes an Ethereum transaction from an account whose private key is not known. `r` is the sender's address and `s`
 * is 1. The wrapper has the dev authority's signature over the sign bytes of mode Direct, with account number 0.
 * Wrappers of other transactions have no signature.
 */
import { type Bytes, bytesToBigint, concatBytes } from '../../kernel/bytes.js';
import { type DecodedEthereumTx, encodeEthereumTx, recoveryValue, type UnsignedEthereumTx } from '../ethereum/tx.js';
import { ProtoWriter } from '../protobuf/index.js';
import { directSignBytes } from './signing.js';
import { decodeTxRaw, wrapEthereumTx } from './tx.js';

const ADDRESS_BYTES = 20;

/** Reports whether a transaction claims to impersonate `from`. */
export const isImpersonated = ({ r, s }: Pick<DecodedEthereumTx, 'r' | 's'>, from: Bytes): boolean =>
  s === 1n && from.length === ADDRESS_BYTES && r === bytesToBigint(from);

/** Returns the raw bytes of an impersonated transaction. */
export const impersonatedTx = (tx: UnsignedEthereumTx, from: Bytes): Bytes =>
  encodeEthereumTx({ ...tx, v: recoveryValue(tx, 0), r: bytesToBigint(from), s: 1n });

/** Returns the bytes that the authority signs, from a wrapper without a signature. */
export function impersonationSignBytes(wrapper: Bytes, chainId: string): Bytes {
  const { bodyBytes, authInfoBytes } = decodeTxRaw(wrapper);
  return directSignBytes({ bodyBytes, authInfoBytes, chainId, accountNumber: 0n });
}

export const withSignature = (wrapper: Bytes, signature: Bytes): Bytes =>
  concatBytes(wrapper, new ProtoWriter().bytes(3, signature).finish());

/** Wraps a transaction as blocks contain it. `sign` signs with the authority's key. */
export function wrapImpersonated(
  raw: Bytes,
  from: Bytes,
  { baseDenom, chainId }: { readonly baseDenom: string; readonly chainId: string },
  sign: (bytes: Bytes) => Bytes,
): Bytes {
  const wrapper = wrapEthereumTx(raw, from, baseDenom);
  return withSignature(wrapper, sign(impersonationSignBytes(wrapper, chainId)));
}
