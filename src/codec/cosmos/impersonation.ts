/**
 * An Ethereum transaction in the name of an account whose key nobody has: `r` is the sender's address, `s` is 1, and in
 * its wrapper, where others have no signature, stands the dev authority's, over what mode Direct signs, as account 0.
 */
import { type Bytes, bytesToBigint, concatBytes } from '../../kernel/bytes.js';
import { type DecodedEthereumTx, encodeEthereumTx, recoveryValue, type UnsignedEthereumTx } from '../ethereum/tx.js';
import { ProtoWriter } from '../protobuf/index.js';
import { directSignBytes } from './signing.js';
import { decodeTxRaw, wrapEthereumTx } from './tx.js';

const ADDRESS_BYTES = 20;

/** Whether a transaction says that it is in the name of `from`. */
export const isImpersonated = ({ r, s }: DecodedEthereumTx, from: Bytes): boolean =>
  s === 1n && from.length === ADDRESS_BYTES && r === bytesToBigint(from);

/** Its raw bytes. */
export const impersonatedTx = (tx: UnsignedEthereumTx, from: Bytes): Bytes =>
  encodeEthereumTx({ ...tx, v: recoveryValue(tx, 0), r: bytesToBigint(from), s: 1n });

/** What the authority signs of a wrapper that has no signature yet. */
export function impersonationSignBytes(wrapper: Bytes, chainId: string): Bytes {
  const { bodyBytes, authInfoBytes } = decodeTxRaw(wrapper);
  return directSignBytes({ bodyBytes, authInfoBytes, chainId, accountNumber: 0n });
}

export const withSignature = (wrapper: Bytes, signature: Bytes): Bytes =>
  concatBytes(wrapper, new ProtoWriter().bytes(3, signature).finish());

/** As blocks hold it. `sign` is the authority's. */
export function wrapImpersonated(
  raw: Bytes,
  from: Bytes,
  { baseDenom, chainId }: { readonly baseDenom: string; readonly chainId: string },
  sign: (bytes: Bytes) => Bytes,
): Bytes {
  const wrapper = wrapEthereumTx(raw, from, baseDenom);
  return withSignature(wrapper, sign(impersonationSignBytes(wrapper, chainId)));
}
