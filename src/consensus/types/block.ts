/** A block: header, transactions, evidence and the commit of the block before it (CometBFT types/block.go). */
import { merkleRoot } from '../../codec/merkle/index.js';
import { CodecError, delimitedSize, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { txHash } from '../../codec/tx_hash.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { ChainState } from './chain_state.js';
import { type Commit, commitHash, decodeCommit, encodeCommit, validateCommit } from './commit.js';
import {
  decodeEvidenceList,
  type Evidence,
  encodeEvidenceList,
  evidenceListHash,
  validateEvidence,
} from './evidence.js';
import { BLOCK_PROTOCOL, decodeHeader, encodeHeader, type Header, validateHeader } from './header.js';
import { paramsHash } from './params.js';
import { validatorsHash } from './validator_set.js';

export { BLOCK_PROTOCOL } from './header.js';

export interface Block {
  readonly header: Header;
  readonly txs: readonly Bytes[];
  readonly evidence: readonly Evidence[];
  readonly lastCommit: Commit;
}

const dataHashes = new WeakMap<readonly Bytes[], Bytes>();

/** Computes `data_hash`, whose leaves are hashes of the transactions, once for each list. */
export function dataHash(txs: readonly Bytes[]): Bytes {
  const known = dataHashes.get(txs);
  if (known !== undefined) return known;
  const hash = merkleRoot(txs.map(txHash));
  dataHashes.set(txs, hash);
  return hash;
}

const sizeOfAll = (fields: readonly Bytes[]): number =>
  fields.reduce((sum, field) => sum + delimitedSize(field.length), 0);

function encodeData(txs: readonly Bytes[]): Bytes {
  const writer = new ProtoWriter(sizeOfAll(txs));
  for (const tx of txs) writer.element(1, tx);
  return writer.finish();
}

function decodeData(bytes: Bytes): readonly Bytes[] {
  const reader = new ProtoReader(bytes);
  const txs: Bytes[] = [];
  while (!reader.done) {
    if (reader.next().field !== 1) throw reader.unknown('Data');
    txs.push(reader.bytes());
  }
  return txs;
}

/** Encodes `tendermint.types.Block`: the part set carries these bytes, and their length is the block's size. */
export function encodeBlock(block: Block): Bytes {
  const fields = [
    encodeHeader(block.header),
    encodeData(block.txs),
    encodeEvidenceList(block.evidence),
    encodeCommit(block.lastCommit),
  ];
  const writer = new ProtoWriter(sizeOfAll(fields));
  fields.forEach((field, index) => {
    writer.message(index + 1, field);
  });
  return writer.finish();
}

/**
 * Throws CodecError unless `bytes` are exactly the result of `encodeBlock`. This is stricter than CometBFT: a block
 * that was decoded and encoded again still has the parts that were signed.
 */
export function decodeBlock(bytes: Bytes): Block {
  const reader = new ProtoReader(bytes);
  const block: Partial<{ -readonly [K in keyof Block]: Block[K] }> = {};
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) block.header = decodeHeader(reader.bytes());
    else if (field === 2) block.txs = decodeData(reader.bytes());
    else if (field === 3) block.evidence = decodeEvidenceList(reader.bytes());
    else if (field === 4) block.lastCommit = decodeCommit(reader.bytes());
    else throw reader.unknown('Block');
  }
  const { header, txs, evidence, lastCommit } = block;
  if (header === undefined || txs === undefined || evidence === undefined || lastCommit === undefined)
    throw new CodecError('Block: header, data, evidence or last_commit is missing');
  const decoded = { header, txs, evidence, lastCommit };
  if (!equalBytes(encodeBlock(decoded), bytes)) throw new CodecError('Block is not encoded canonically');
  return decoded;
}

/** Builds the block of `state`'s next height. `time` is the genesis time at the initial height, else BFT time. */
export function makeBlock(
  state: ChainState,
  height: bigint,
  txs: readonly Bytes[],
  evidence: readonly Evidence[],
  lastCommit: Commit,
  time: UnixNanos,
  proposerAddress: Bytes,
): Block {
  const header: Header = {
    version: { block: BLOCK_PROTOCOL, app: state.appVersion },
    chainId: state.chainId,
    height,
    time,
    lastBlockId: state.lastBlockId,
    lastCommitHash: commitHash(lastCommit),
    dataHash: dataHash(txs),
    validatorsHash: validatorsHash(state.validators),
    nextValidatorsHash: validatorsHash(state.nextValidators),
    consensusHash: paramsHash(state.params),
    appHash: state.appHash,
    lastResultsHash: state.lastResultsHash,
    evidenceHash: evidenceListHash(evidence),
    proposerAddress,
  };
  return { header, txs, evidence, lastCommit };
}

/** Returns the first problem of a block by itself; undefined when there is none. */
export function validateBlockBasic({ header, txs, evidence, lastCommit }: Block): string | undefined {
  const problem = validateHeader(header) ?? validateCommit(lastCommit);
  if (problem !== undefined) return problem;
  if (!equalBytes(header.lastCommitHash, commitHash(lastCommit)))
    return 'lastCommitHash is not that of the last commit';
  if (!equalBytes(header.dataHash, dataHash(txs))) return 'dataHash is not that of the transactions';
  for (const [index, item] of evidence.entries()) {
    const wrong = validateEvidence(item);
    if (wrong !== undefined) return `evidence ${index}: ${wrong}`;
  }
  if (!equalBytes(header.evidenceHash, evidenceListHash(evidence))) return 'evidenceHash is not that of the evidence';
  return undefined;
}
