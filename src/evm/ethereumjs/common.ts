/**
 * The rules of the single fork that a chain runs. Osaka is the newest fork that EthereumJS calls final.
 *
 * The library's `Common` clones all parameters for every copy and scans a list for every query. This one never changes:
 * `copy` returns itself, an EIP is looked up in a map, and a parameter is converted to a bigint once.
 */
import { Common, Mainnet } from '@ethereumjs/common';
import type { KZG } from '@ethereumjs/util';
import { verifyKzgProof } from '../../crypto/curves/kzg.js';
import { recoverPublicKey } from '../../crypto/secp256k1/index.js';
import { bytesToBigint } from '../../kernel/bytes.js';
import { keccak256, sha256 } from '../../kernel/hash.js';
import { fromHex } from '../../kernel/hex.js';
import { CODE_SIZE_LIMIT, initcodeSizeLimit } from '../code_size.js';
import { HARDFORK } from '../hardfork.js';

/** Results of queries; `undefined` until the fork is fixed, because the constructor of `Common` makes queries too. */
interface Answers {
  readonly eips: Map<number, boolean>;
  readonly forks: Map<string, boolean>;
  readonly params: Map<string, bigint>;
  readonly tables: Set<object>;
}

/**
 * Returns a parameter of the library that follows from a code size limit. Returns undefined for other parameters, and
 * when there is no limit.
 */
export function codeSizeParam(name: string, codeSizeLimit: number | undefined): bigint | undefined {
  if (codeSizeLimit === undefined) return undefined;
  if (name === 'maxCodeSize') return BigInt(codeSizeLimit);
  return name === 'maxInitCodeSize' ? BigInt(initcodeSizeLimit(codeSizeLimit)) : undefined;
}

export class FixedCommon extends Common {
  declare private answers: Answers | undefined;
  /** Most bytes of code; `undefined` while the library's constructor runs. */
  declare private codeSizeLimit: number | undefined;
  /** Chain id of the current run. It may differ between runs. */
  declare evmChainId: bigint | undefined;
  /** Object whose rules these are; `undefined` on that object itself. */
  declare private shared: FixedCommon | undefined;

  /** Fixes the fork and replaces its code size limit with this one. */
  fix(codeSizeLimit: number): this {
    this.codeSizeLimit = codeSizeLimit;
    this.answers = { eips: new Map(), forks: new Map(), params: new Map(), tables: new Set() };
    return this;
  }

  /** Returns the same rules for another machine, which may run with another chain id meanwhile. */
  forMachine(): FixedCommon {
    const own = Object.create(this) as FixedCommon;
    own.shared = this;
    return own;
  }

  override chainId(): bigint {
    return this.evmChainId ?? super.chainId();
  }

  /** Returns the same object: there is no other fork to switch to. */
  override copy(): this {
    return this;
  }

  override setHardfork(hardfork: string): void {
    if (hardfork !== this.hardfork()) super.setHardfork(hardfork);
  }

  override isActivatedEIP(eip: number): boolean {
    const known = this.answers?.eips.get(eip);
    return known ?? keep(this.answers?.eips, eip, super.isActivatedEIP(eip));
  }

  override gteHardfork(hardfork: string): boolean {
    const known = this.answers?.forks.get(hardfork);
    return known ?? keep(this.answers?.forks, hardfork, super.gteHardfork(hardfork));
  }

  override param(name: string): bigint {
    const known = this.answers?.params.get(name);
    return known ?? keep(this.answers?.params, name, codeSizeParam(name, this.codeSizeLimit) ?? super.param(name));
  }

  /**
   * Ignores tables that were applied before. Each library passes its table repeatedly, and applying one twice changes
   * nothing.
   */
  override updateParams(params: Parameters<Common['updateParams']>[0]): void {
    if (this.shared !== undefined) {
      this.shared.updateParams(params);
      return;
    }
    if (this.answers?.tables.has(params)) return;
    this.answers?.tables.add(params);
    this.answers?.params.clear();
    super.updateParams(params);
  }
}

function keep<K, V>(answers: Map<K, V> | undefined, question: K, answer: V): V {
  answers?.set(question, answer);
  return answer;
}

/**
 * Recovers a 64-byte public key for the `ecrecover` precompile and for EIP-7702. Throws when the signature has none.
 */
function ecrecover(hash: Uint8Array, v: bigint, r: Uint8Array, s: Uint8Array): Uint8Array {
  const yParity = v === 28n || v === 1n ? 1 : 0;
  const key = recoverPublicKey(hash, { r: bytesToBigint(r), s: bytesToBigint(s), yParity });
  if (key === undefined) throw new RangeError('invalid signature');
  return key;
}

const noBlobs = (): never => {
  throw new RangeError('this chain has no blobs');
};

/**
 * Verifies proofs for the precompile at 0x0a. Without a verifier the precompile throws outside of the machine, and a
 * contract could halt the chain.
 */
export const KZG_OF_CALLS: KZG = {
  verifyProof(commitment, z, y, proof) {
    const verdict = verifyKzgProof(fromHex(commitment), BigInt(z), BigInt(y), fromHex(proof));
    // This is the library's error for arguments that are not points or field elements.
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

/** Creates the rules of a fork. The library's names of the forks are ours. */
export function createCommon(
  evmChainId = 0n,
  hardfork: string = HARDFORK,
  codeSizeLimit: number = CODE_SIZE_LIMIT,
): FixedCommon {
  return new FixedCommon({
    chain: { ...Mainnet, name: 'halley', chainId: evmChainId.toString() },
    hardfork,
    customCrypto: { keccak256, sha256, ecrecover, kzg: KZG_OF_CALLS },
  }).fix(codeSizeLimit);
}
