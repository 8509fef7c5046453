/** Makes a view of a contract return another value, by a dev transaction that sets the storage slot that it reads. */
import type { StorageRead } from '../../app/calls/storage_reads.js';
import type { EvmQueries } from '../../app/evm_queries.js';
import { fetching } from '../../app/state/remote/fetching.js';
import type { Remote } from '../../app/state/remote_source.js';
import { checksumAddress } from '../../app/types/address.js';
import { MsgSetStorageAt } from '../../codec/dev/accounts.js';
import { type Bytes, bigintToBytes, bytesToBigint } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import type { AppChain } from '../chain/chain.js';
import type { DevTxSender } from './dev_tx_sender.js';

/** Longest search in milliseconds; calls of a view are short. */
const PATIENCE_MS = 5000;

export class AnswerControl {
  constructor(
    private readonly chain: AppChain,
    private readonly devTxSender: DevTxSender,
  ) {}

  /**
   * Sets the result of a view. Throws HalleyError `conflict` when no single storage slot decides the result or none was
   * found in time. Throws as `sendDevTx` does, too.
   */
  async setAnswer(view: ViewCall, value: bigint): Promise<void> {
    const { app, blockStore, scheduler, state } = this.chain;
    const deadline = scheduler.now() + PATIENCE_MS;
    const isLate = (): boolean => scheduler.now() > deadline;
    const found = await slotThatAnswers(app.evm, view, value, blockStore.height, isLate, state.remote);
    if (found === undefined)
      throw new HalleyError(
        'conflict',
        `no slot found: no single storage slot makes ${checksumAddress(view.contract)} return ${value} for ${to0x(view.query)}`,
      );
    await this.devTxSender.sendDevTx(MsgSetStorageAt, found);
  }
}

const WORD_BYTES = 32;
const WORD_BITS = 256n;
/** Most slots that are tried. A view that reads more does not return a single value. */
const MAX_SLOTS = 64;
/** Irregular bits: no two equal stretches. It is the Keccak-256 hash of `halley`. */
const SHAPES = 0x83e4eaf4fedfcde7d8f4dc2940f609023ebfecaf097e36cc2532a2157a5e5f88n;

/** Call of a view: the contract, and the call data. */
interface ViewCall {
  readonly contract: Bytes;
  readonly query: Bytes;
}

interface SlotValue extends StorageRead {
  /** 32 bytes. */
  readonly value: Bytes;
}

/**
 * Finds the storage slot in which a contract stores the result of a view: it tries every slot that the view reads. It
 * replaces the slot by a word of ones, and by a word of irregular bits. The results show which bits the view returns,
 * so that other values in a packed slot, and flags, stay as they are. Returns the slot and the value with which the
 * view returns `wanted`; undefined when no single slot decides, or when `isLate` returns true. `remote` is the chain
 * below a fork.
 */
async function slotThatAnswers(
  evm: EvmQueries,
  view: ViewCall,
  wanted: bigint,
  height: bigint,
  isLate: () => boolean,
  remote: Remote | undefined,
): Promise<SlotValue | undefined> {
  const request = { to: view.contract, input: view.query };
  for (const read of (await evm.storageReads(request, height)).slice(0, MAX_SLOTS)) {
    if (isLate()) return undefined;
    const answerTo = (word: bigint): Promise<bigint | undefined> => answerWith(evm, view, read, word, height);
    const stored = bytesToBigint(await fetching(remote, () => evm.at(height).storage(read.address, read.slot)));
    const bits = bitsOf(await answerTo(MAX_UINT256), await answerTo(SHAPES));
    const word = bits === undefined ? wanted : placed(wanted, bits, stored);
    if (word !== undefined && (await answerTo(word)) === wanted)
      return { ...read, value: bigintToBytes(word, WORD_BYTES) };
  }
  return undefined;
}

/** Calls the view with `word` in the slot. Returns undefined when the call does not return one word. */
async function answerWith(
  evm: EvmQueries,
  { contract, query }: ViewCall,
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
  /** As many ones as the stretch has bits. */
  readonly mask: bigint;
}

/** Returns which bits of the word the view returns; undefined when they are not one stretch. */
function bitsOf(ofOnes: bigint | undefined, ofShapes: bigint | undefined): Bits | undefined {
  if (ofOnes === undefined || ofOnes === 0n || (ofOnes & (ofOnes + 1n)) !== 0n) return undefined;
  for (let from = 0n; MAX_UINT256 >> from >= ofOnes && from < WORD_BITS; from++)
    if (((SHAPES >> from) & ofOnes) === ofShapes) return { from, mask: ofOnes };
  return undefined;
}

/** Returns `word` with `value` in the stretch; undefined when the value does not fit. */
const placed = (value: bigint, { from, mask }: Bits, word: bigint): bigint | undefined =>
  value > mask ? undefined : (word & ~(mask << from)) | (value << from);
