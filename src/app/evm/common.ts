/**
 * The rules of the one fork that this chain runs, Osaka, the newest that EthereumJS calls final. Its `Common` clones all
 * parameters for every copy and scans a list for every question; this one is fixed: `copy` is itself, an EIP is a lookup
 * in a set, a parameter is a bigint made once.
 */
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import type { KZG } from '@ethereumjs/util';
import { verifyKzgProof } from '../../crypto/kzg.js';
import { recoverPublicKey } from '../../crypto/secp256k1.js';
import { bytesToBigint } from '../../kernel/bytes.js';
import { keccak256, sha256 } from '../../kernel/hash.js';
import { fromHex } from '../../kernel/hex.js';

export const HARDFORK = Hardfork.Osaka;

export class FixedCommon extends Common {
  #eips: ReadonlySet<number> | undefined;
  readonly #params = new Map<string, bigint>();
  readonly #applied = new Set<object>();

  /** One object for everybody: there is no other fork to switch to. */
  override copy(): this {
    return this;
  }

  override setHardfork(hardfork: string): void {
    if (hardfork !== this.hardfork()) super.setHardfork(hardfork);
  }

  override isActivatedEIP(eip: number): boolean {
    this.#eips ??= new Set(this.eips());
    return this.#eips.has(eip);
  }

  override param(name: string): bigint {
    const known = this.#params?.get(name);
    if (known !== undefined) return known;
    const value = super.param(name);
    this.#params?.set(name, value);
    return value;
  }

  /** Each library brings its table again and again; applying one twice changes nothing. */
  override updateParams(params: Parameters<Common['updateParams']>[0]): void {
    if (this.#applied.has(params)) return;
    this.#applied.add(params);
    this.#params.clear();
    super.updateParams(params);
  }
}

/** `ecrecover` of the precompile and of EIP-7702: a 64-byte public key; throws for a signature that has none. */
function ecrecover(hash: Uint8Array, v: bigint, r: Uint8Array, s: Uint8Array): Uint8Array {
  const yParity = v === 28n || v === 1n ? 1 : 0;
  const key = recoverPublicKey(hash, { r: bytesToBigint(r), s: bytesToBigint(s), yParity });
  if (key === undefined) throw new RangeError('invalid signature');
  return key;
}

const noBlobs = (): never => {
  throw new RangeError('this chain has no blobs');
};

/** For the precompile at 0x0a: without a verifier it fails outside the machine, and a contract could stop the chain. */
const kzg: KZG = {
  verifyProof(commitment, z, y, proof) {
    const verdict = verifyKzgProof(fromHex(commitment), BigInt(z), BigInt(y), fromHex(proof));
    // The library's word for arguments that are no points or field elements.
    if (verdict === undefined) throw new RangeError('C_KZG_BADARGS');
    return verdict;
  },
  blobToKzgCommitment: noBlobs,
  computeBlobProof: noBlobs,
  verifyBlobProofBatch: noBlobs,
  computeCells: noBlobs,
  computeCellsAndProofs: noBlobs,
  recoverCellsAndProofs: noBlobs,
  verifyCellKzgProofBatch: noBlobs,
};

export function createCommon(evmChainId: bigint): FixedCommon {
  return new FixedCommon({
    chain: { ...Mainnet, name: 'halley', chainId: evmChainId.toString() },
    hardfork: HARDFORK,
    customCrypto: { keccak256, sha256, ecrecover, kzg },
  });
}
