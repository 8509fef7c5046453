/** Block header and its hash: Merkle root over 14 protobuf-encoded fields (CometBFT types/block.go, Header.Hash). */
import { leafHash, rootOfLeafHashes } from '../../codec/merkle/index.js';
import { decodeTimestamp, encodeTimestamp, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import type { UnixNanos } from '../../kernel/time.js';
import { type BlockId, decodeBlockId, encodeBlockId, NIL_BLOCK_ID, validateBlockId } from './block_id.js';
import { ADDRESS_BYTES, hashProblem, MAX_CHAIN_ID_BYTES, readAddress, readHash } from './fields.js';

/** Value of `version.block` in every header. */
export const BLOCK_PROTOCOL = 11n;

export interface Header {
  readonly version: { readonly block: bigint; readonly app: bigint };
  readonly chainId: string;
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly lastBlockId: BlockId;
  readonly lastCommitHash: Bytes;
  readonly dataHash: Bytes;
  readonly validatorsHash: Bytes;
  readonly nextValidatorsHash: Bytes;
  readonly consensusHash: Bytes;
  /** Covers the state after the block before this one. */
  readonly appHash: Bytes;
  readonly lastResultsHash: Bytes;
  readonly evidenceHash: Bytes;
  readonly proposerAddress: Bytes;
}

/** Encodes `tendermint.version.Consensus`. */
export function encodeVersion(version: Header['version']): Bytes {
  return new ProtoWriter().uint(1, version.block).uint(2, version.app).finish();
}

export function decodeVersion(bytes: Bytes): Header['version'] {
  const reader = new ProtoReader(bytes);
  let block = 0n;
  let app = 0n;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) block = reader.uint();
    else if (field === 2) app = reader.uint();
    else throw reader.unknown('Consensus');
  }
  return { block, app };
}

/** Encodes `tendermint.types.Header`. */
export function encodeHeader(h: Header): Bytes {
  return new ProtoWriter()
    .message(1, encodeVersion(h.version))
    .string(2, h.chainId)
    .int(3, h.height)
    .message(4, encodeTimestamp(h.time))
    .message(5, encodeBlockId(h.lastBlockId))
    .bytes(6, h.lastCommitHash)
    .bytes(7, h.dataHash)
    .bytes(8, h.validatorsHash)
    .bytes(9, h.nextValidatorsHash)
    .bytes(10, h.consensusHash)
    .bytes(11, h.appHash)
    .bytes(12, h.lastResultsHash)
    .bytes(13, h.evidenceHash)
    .bytes(14, h.proposerAddress)
    .finish();
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const BLANK_HEADER: Header = {
  version: { block: 0n, app: 0n },
  chainId: '',
  height: 0n,
  time: 0n,
  lastBlockId: NIL_BLOCK_ID,
  lastCommitHash: EMPTY_BYTES,
  dataHash: EMPTY_BYTES,
  validatorsHash: EMPTY_BYTES,
  nextValidatorsHash: EMPTY_BYTES,
  consensusHash: EMPTY_BYTES,
  appHash: EMPTY_BYTES,
  lastResultsHash: EMPTY_BYTES,
  evidenceHash: EMPTY_BYTES,
  proposerAddress: EMPTY_BYTES,
};

/** Throws CodecError for bytes that are not a header. */
export function decodeHeader(bytes: Bytes): Header {
  const reader = new ProtoReader(bytes);
  const header: Mutable<Header> = { ...BLANK_HEADER };
  while (!reader.done) readHeaderField(header, reader.next().field, reader);
  return header;
}

function readHeaderField(header: Mutable<Header>, field: number, reader: ProtoReader): void {
  switch (field) {
    case 1:
      header.version = decodeVersion(reader.bytes());
      return;
    case 2:
      header.chainId = reader.string();
      return;
    case 3:
      header.height = reader.int();
      return;
    case 4:
      header.time = decodeTimestamp(reader.bytes());
      return;
    case 5:
      header.lastBlockId = decodeBlockId(reader.bytes());
      return;
    case 11:
      header.appHash = reader.bytes();
      return;
    case 14:
      header.proposerAddress = readAddress(reader, 'Header.proposer_address');
      return;
    default: {
      const name = HASH_FIELDS.get(field);
      if (name === undefined) throw reader.unknown('Header');
      header[name] = readHash(reader, `Header.${name}`);
    }
  }
}

type HashField =
  | 'lastCommitHash'
  | 'dataHash'
  | 'validatorsHash'
  | 'nextValidatorsHash'
  | 'consensusHash'
  | 'lastResultsHash'
  | 'evidenceHash';

/** Hashes that have 32 bytes or are missing: their names by field number. */
const HASH_FIELDS = new Map<number, HashField>([
  [6, 'lastCommitHash'],
  [7, 'dataHash'],
  [8, 'validatorsHash'],
  [9, 'nextValidatorsHash'],
  [10, 'consensusHash'],
  [12, 'lastResultsHash'],
  [13, 'evidenceHash'],
]);

const stringLeaf = (text: string): Bytes => new ProtoWriter().string(1, text).finish();
const bytesLeaf = (bytes: Bytes): Bytes => new ProtoWriter().bytes(1, bytes).finish();

interface Leaf {
  of(h: Header): Bytes;
  /** Reports whether two headers agree in this leaf. */
  isSame(a: Header, b: Header): boolean;
}

const bytesField = (name: HashField | 'appHash' | 'proposerAddress'): Leaf => ({
  of: (h) => bytesLeaf(h[name]),
  isSame: (a, b) => equalBytes(a[name], b[name]),
});

/** Leaves of the header's Merkle tree: an empty value is an empty leaf. */
const LEAVES: readonly Leaf[] = [
  {
    of: ({ version }) => encodeVersion(version),
    isSame: (a, b) => a.version.block === b.version.block && a.version.app === b.version.app,
  },
  { of: ({ chainId }) => stringLeaf(chainId), isSame: (a, b) => a.chainId === b.chainId },
  { of: ({ height }) => new ProtoWriter().int(1, height).finish(), isSame: (a, b) => a.height === b.height },
  { of: ({ time }) => encodeTimestamp(time), isSame: (a, b) => a.time === b.time },
  { of: ({ lastBlockId }) => encodeBlockId(lastBlockId), isSame: (a, b) => a.lastBlockId === b.lastBlockId },
  bytesField('lastCommitHash'),
  bytesField('dataHash'),
  bytesField('validatorsHash'),
  bytesField('nextValidatorsHash'),
  bytesField('consensusHash'),
  bytesField('appHash'),
  bytesField('lastResultsHash'),
  bytesField('evidenceHash'),
  bytesField('proposerAddress'),
];

/** Returns the 14 leaves of the header's Merkle tree. */
export const headerLeaves = (h: Header): readonly Bytes[] => LEAVES.map((leaf) => leaf.of(h));

/** Leaves of the header that was hashed last: most of the next header's are equal. */
let hashedLast: { readonly header: Header; readonly leafHashes: readonly Bytes[] } | undefined;

function leafHashesOf(header: Header): readonly Bytes[] {
  const before = hashedLast;
  const leafHashes = LEAVES.map((leaf, i) =>
    before !== undefined && leaf.isSame(header, before.header)
      ? (before.leafHashes[i] as Bytes)
      : leafHash(leaf.of(header)),
  );
  hashedLast = { header, leafHashes };
  return leafHashes;
}

const hashes = new WeakMap<Header, Bytes>();

/** Computes the block hash, once for each header object. */
export function headerHash(h: Header): Bytes {
  const known = hashes.get(h);
  if (known !== undefined) return known;
  const hash = rootOfLeafHashes(leafHashesOf(h));
  hashes.set(h, hash);
  return hash;
}

const wrong = (name: string, problem: string | undefined): string | undefined => problem && `wrong ${name}: ${problem}`;

/**
 * Returns the first problem of a header by itself, with CometBFT's error text (`ValidateBasic`); undefined when there
 * is none (consensus-engine.md 10.3).
 */
export function validateHeader(h: Header): string | undefined {
  if (h.version.block !== BLOCK_PROTOCOL)
    return `block protocol is incorrect: got: ${h.version.block}, want: ${BLOCK_PROTOCOL} `;
  const { length } = utf8(h.chainId);
  if (length > MAX_CHAIN_ID_BYTES) return `chainID is too long; got: ${length}, max: ${MAX_CHAIN_ID_BYTES}`;
  if (h.height <= 0n) return h.height < 0n ? 'negative Height' : 'zero Height';
  return (
    wrong('LastBlockID', validateBlockId(h.lastBlockId)) ??
    wrong('LastCommitHash', hashProblem(h.lastCommitHash)) ??
    wrong('DataHash', hashProblem(h.dataHash)) ??
    wrong('EvidenceHash', hashProblem(h.evidenceHash)) ??
    proposerProblem(h.proposerAddress) ??
    wrong('ValidatorsHash', hashProblem(h.validatorsHash)) ??
    wrong('NextValidatorsHash', hashProblem(h.nextValidatorsHash)) ??
    wrong('ConsensusHash', hashProblem(h.consensusHash)) ??
    wrong('LastResultsHash', hashProblem(h.lastResultsHash))
  );
}

function proposerProblem({ length }: Bytes): string | undefined {
  if (length === ADDRESS_BYTES) return undefined;
  return `invalid ProposerAddress length; got: ${length}, expected: ${ADDRESS_BYTES}`;
}
