/**
 * A signature whose bytes may be computed when they are first read. ed25519 (RFC 8032) is deterministic, so a signature
 * that no code reads need not be computed.
 */
import { CodecError, type ProtoReader } from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { MAX_SIGNATURE_BYTES } from './fields.js';

export interface Signature {
  /** 64 bytes for ed25519, 65 for secp256k1eth, 3,309 for ML-DSA-65; empty where a commit slot is absent. */
  readonly bytes: Bytes;
}

export const NO_SIGNATURE: Signature = { bytes: EMPTY_BYTES };

export function readSignature(reader: ProtoReader, name: string): Signature {
  const bytes = reader.bytes();
  if (bytes.length > MAX_SIGNATURE_BYTES)
    throw new CodecError(`${name} has ${bytes.length} bytes, at most ${MAX_SIGNATURE_BYTES} are allowed`);
  return bytes.length === 0 ? NO_SIGNATURE : { bytes };
}

class LazySignature implements Signature {
  private made: Bytes | undefined;

  constructor(private readonly make: () => Bytes) {}

  get bytes(): Bytes {
    this.made ??= this.make();
    return this.made;
  }

  get pending(): boolean {
    return this.made === undefined;
  }
}

/**
 * Returns a signature that `make` computes when its bytes are first read. `make` must return bytes, always the same.
 */
export const lazySignature = (make: () => Bytes): Signature => new LazySignature(make);

/**
 * Returns CometBFT's error text; undefined for 1 to `most` bytes. It is undefined for an unread lazy signature too,
 * which is not computed for this check.
 */
export function signatureProblem(signature: Signature, most: number): string | undefined {
  if (signature instanceof LazySignature && signature.pending) return undefined;
  const { length } = signature.bytes;
  if (length === 0) return 'signature is missing';
  return length > most ? `signature is too big (max: ${most})` : undefined;
}
