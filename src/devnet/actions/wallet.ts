/**
 * The unlocked accounts: keys with which the node signs for `eth_sendTransaction`. Signatures are deterministic (RFC
 * 6979), so the same request in the same state gives the same bytes.
 */
import { encodeEthereumTx, recoveryValue, signingHash, type UnsignedEthereumTx } from '../../codec/ethereum/tx.js';
import { addressOfPrivateKey, secp256k1Sign, splitSignature } from '../../crypto/secp256k1/index.js';
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';

/** Returns the canonical encoding of the signed transaction. */
export function signTransaction(key: Bytes, tx: UnsignedEthereumTx): Bytes {
  const { r, s, yParity } = splitSignature(secp256k1Sign(signingHash(tx), key));
  return encodeEthereumTx({ ...tx, v: recoveryValue(tx, yParity), r, s });
}

/** Returns r, s, and 27 or 28. */
export function signHash(key: Bytes, hash: Bytes): Bytes {
  const { signature, recovery } = secp256k1Sign(hash, key);
  return concatBytes(signature, Uint8Array.of(27 + recovery));
}

export class Wallet {
  readonly #keys = new Map<string, Bytes>();
  readonly addresses: readonly Bytes[];

  /**
   * Takes private keys of 32 bytes each, in the order in which `eth_accounts` lists their addresses. `addressOf` returns
   * the address of a key, and derives it by default.
   */
  constructor(keys: readonly Bytes[], addressOf: (key: Bytes) => Bytes = addressOfPrivateKey) {
    this.addresses = keys.map((key) => {
      const address = addressOf(key);
      this.#keys.set(toHex(address), key);
      return address;
    });
  }

  has(address: Bytes): boolean {
    return this.#keys.has(toHex(address));
  }

  /** Returns undefined for an account whose key the wallet does not have. */
  key(address: Bytes): Bytes | undefined {
    return this.#keys.get(toHex(address));
  }

  /** Returns the canonical encoding of the transaction, signed by `from`. The wallet must have its key. */
  sign(from: Bytes, tx: UnsignedEthereumTx): Bytes {
    return signTransaction(this.#keyOf(from), tx);
  }

  /** Returns r, s, and 27 or 28, signed by `from`. The wallet must have its key. */
  signHash(from: Bytes, hash: Bytes): Bytes {
    return signHash(this.#keyOf(from), hash);
  }

  #keyOf(from: Bytes): Bytes {
    const key = this.key(from);
    invariant(key !== undefined, 'the wallet has the key of the account that signs');
    return key;
  }
}
