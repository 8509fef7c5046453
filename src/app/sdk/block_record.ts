/**
 * Records what later blocks and calls need to know of a block: its height, time, hashes and beneficiary. The next
 * block's BLOCKHASH and PREVRANDAO come from it, and so does the context of a call at that height. It is one key of the
 * `vm` store.
 */
import { ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { utf8 } from '../../kernel/text.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { StateReader, WorkingState } from '../state/types.js';

export interface BlockRecord {
  readonly height: bigint;
  readonly time: UnixNanos;
  /** Hash of the consensus header; for the block below the first, the hash of the genesis document. */
  readonly hash: Bytes;
  /** 32 zero bytes for the genesis. */
  readonly parentHash: Bytes;
  /** Proposer's operator account, unless a dev transaction names another one. */
  readonly coinbase: Bytes;
  /** Set where the value does not follow from the parent's hash. */
  readonly prevRandao?: Bytes;
}

const KEY = utf8('block');

/** Decoded values by the identity of their bytes: the store returns the same array until a write. */
const decoded = new WeakMap<Bytes, BlockRecord>();

export function readBlockRecord(state: StateReader): BlockRecord {
  const value = state.get('vm', KEY);
  invariant(value !== undefined, 'the chain is used before InitChain: it has no block');
  const known = decoded.get(value);
  if (known !== undefined) return known;
  const record = decode(value);
  decoded.set(value, record);
  return record;
}

export function writeBlockRecord(state: WorkingState, record: BlockRecord): void {
  const value = new ProtoWriter()
    .int(1, record.height)
    .int(2, record.time)
    .bytes(3, record.hash)
    .bytes(4, record.parentHash)
    .bytes(5, record.coinbase)
    .bytes(6, record.prevRandao ?? EMPTY_BYTES)
    .finish();
  state.set('vm', KEY, value);
}

function decode(value: Bytes): BlockRecord {
  const numbers = { height: 0n, time: 0n };
  const parts = { hash: EMPTY_BYTES, parentHash: EMPTY_BYTES, coinbase: EMPTY_BYTES };
  let prevRandao: Bytes | undefined;
  for (const reader = new ProtoReader(value); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) numbers.height = reader.int();
    else if (field === 2) numbers.time = reader.int();
    else if (field === 3) parts.hash = reader.bytes();
    else if (field === 4) parts.parentHash = reader.bytes();
    else if (field === 5) parts.coinbase = reader.bytes();
    else if (field === 6) prevRandao = reader.bytes();
    else throw reader.unknown('BlockRecord');
  }
  const { height, time } = numbers;
  return { height, time, ...parts, prevRandao };
}
