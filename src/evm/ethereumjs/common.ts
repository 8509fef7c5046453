/**
 * The rules of the one fork that a chain runs; Osaka is the newest that EthereumJS calls final. Its `Common` clones all
 * parameters for every copy and scans a list for every question; this one is fixed: `copy` is itself, an EIP is a lookup
 * in a map, a parameter is a bigint made once.
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

/** Answers by their question; empty until the fork is fixed, because the constructor of `Common` asks on its way. */
interface Answers {
  readonly eips: Map<number, boolean>;
  readonly forks: Map<string, boolean>;
  readonly params: Map<string, bigint>;
  readonly tables: Set<object>;
}

/** Returns a parameter of the library that follows from a code size limit; undefined for others and without a limit. */
export function codeSizeParam(name: string, codeSizeLimit: number | undefined): bigint | undefined {
  if (codeSizeLimit === undefined) return undefined;
  if (name === 'maxCodeSize') return BigInt(codeSizeLimit);
  return name === 'maxInitCodeSize' ? BigInt(initcodeSizeLimit(codeSizeLimit)) : undefined;
}

export class FixedCommon extends Common {
  declare private answers: Answers | undefined;
  /** Bytes of code; undefined while the library constructs it. */
  declare private codeSizeLimit: number | undefined;
  /** Of the run that goes on; it may change from one to the next. */
  declare evmChainId: bigint | undefined;
  /** Whose rules these are. */
  declare private shared: FixedCommon | undefined;

  /** Fixes the fork, with this code size limit in place of the fork's own. */
  fix(codeSizeLimit: number): this {
    this.codeSizeLimit = codeSizeLimit;
    this.answers = { eips: new Map(), forks: new Map(), params: new Map(), tables: new Set() };
    return this;
  }

  /** The same rules for another machine, which may run something else meanwhile. */
  forMachine(): FixedCommon {
    const own = Object.create(this) as FixedCommon;
    own.shared = this;
    return own;
  }

  override chainId(): bigint {
    return this.evmChainId ?? super.chainId();
  }

  /** One object for everybody: there is no other fork to switch to. */
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

  /** Each library brings its table again and again; applying one twice changes nothing. */
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
export const KZG_OF_CALLS: KZG = {
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

/** The library names the forks as we do. */
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
