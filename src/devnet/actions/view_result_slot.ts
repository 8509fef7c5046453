/**
 * Where in storage a contract keeps what one of its views answers: every slot that the view reads is tried. A word of
 * ones and one of many shapes, put in its place, show which of its bits are answered, so that neighbours in a packed slot,
 * and flags, stay as they are.
 */
import type { StorageRead } from '../../app/calls/storage_reads.js';
import type { EvmQueries } from '../../app/evm_queries.js';
import { type Bytes, bigintToBytes, bytesToBigint } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { to0x } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';

const WORD_BYTES = 32;
const WORD_BITS = 256n;
/** A view that reads more is not a view of one value. */
const MAX_SLOTS = 64;
/** No two stretches of its bits are alike. */
const SHAPES = bytesToBigint(keccak256(utf8('halley')));

/** A view of a contract: who is asked, and what. */
export interface View {
  readonly contract: Bytes;
  readonly query: Bytes;
}

export interface SlotValue extends StorageRead {
  /** 32 bytes. */
  readonly value: Bytes;
}

/** What has to be written so that the view answers `wanted`; undefined when no single slot decides, or `isLate` says so. */
export async function slotThatAnswers(
  evm: EvmQueries,
  view: View,
  wanted: bigint,
  height: bigint,
  isLate: () => boolean,
): Promise<SlotValue | undefined> {
  const request = { to: view.contract, input: view.query };
  for (const read of (await evm.storageReads(request, height)).slice(0, MAX_SLOTS)) {
    if (isLate()) return undefined;
    const answerTo = (word: bigint): Promise<bigint | undefined> => answerWith(evm, view, read, word, height);
    const kept = bytesToBigint(evm.at(height).storage(read.address, read.slot));
    const bits = bitsOf(await answerTo(MAX_UINT256), await answerTo(SHAPES));
    const word = bits === undefined ? wanted : placed(wanted, bits, kept);
    if (word !== undefined && (await answerTo(word)) === wanted)
      return { ...read, value: bigintToBytes(word, WORD_BYTES) };
  }
  return undefined;
}

/** Undefined for a call that answers no word. */
async function answerWith(
  evm: EvmQueries,
  { contract, query }: View,
  { address, slot }: StorageRead,
  word: bigint,
  height: bigint,
): Promise<bigint | undefined> {
  const stateDiff = new Map([[to0x(slot), bigintToBytes(word, WORD_BYTES)]]);
  const outcome = await evm.call({ to: contract, input: query }, height, new Map([[to0x(address), { stateDiff }]]));
  if (outcome.type !== 'success' || outcome.returnData.length !== WORD_BYTES) return undefined;
  return bytesToBigint(outcome.returnData);
}

interface Bits {
  readonly from: bigint;
  /** Ones, as many as there are bits. */
  readonly mask: bigint;
}

/** Undefined where an answer is no stretch of the word. */
function bitsOf(ofOnes: bigint | undefined, ofShapes: bigint | undefined): Bits | undefined {
  if (ofOnes === undefined || ofOnes === 0n || (ofOnes & (ofOnes + 1n)) !== 0n) return undefined;
  for (let from = 0n; MAX_UINT256 >> from >= ofOnes && from < WORD_BITS; from++)
    if (((SHAPES >> from) & ofOnes) === ofShapes) return { from, mask: ofOnes };
  return undefined;
}

/** Undefined where it has no room. */
const placed = (value: bigint, { from, mask }: Bits, word: bigint): bigint | undefined =>
  value > mask ? undefined : (word & ~(mask << from)) | (value << from);
