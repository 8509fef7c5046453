/**
 * Defines the items of a state snapshot (ADR-053 of CometBFT leaves their form to the application). A chunk is a list of
 * items. Slots belong to the account before them, also across chunks; the code of an account comes before it.
 */
import { bytes, string, uint } from '../../../codec/protobuf/field.js';
import { CodecError, ProtoReader, ProtoWriter } from '../../../codec/protobuf/index.js';
import { message } from '../../../codec/protobuf/message.js';
import type { Bytes } from '../../../kernel/bytes.js';

/** Number of this form of items and chunks. */
export const SNAPSHOT_FORMAT = 1;

/** Data of the host besides the state, at the beginning of the first chunk. */
const Head = message('halley.snapshot.Head', { content: bytes(1) });
const Code = message('halley.snapshot.Code', { code: bytes(1) });
const AccountItem = message('halley.snapshot.Account', {
  address: bytes(1),
  nonce: uint(2),
  balance: bytes(3),
  codeHash: bytes(4),
});
const Slot = message('halley.snapshot.Slot', { slot: bytes(1), value: bytes(2) });
const Entry = message('halley.snapshot.Entry', { store: string(1), key: bytes(2), value: bytes(3) });

const ITEMS = { head: Head, code: Code, account: AccountItem, slot: Slot, entry: Entry } as const;
const NUMBERS = { head: 1, code: 2, account: 3, slot: 4, entry: 5 } as const;

type Kind = keyof typeof ITEMS;

export type SnapshotItem = {
  readonly [K in Kind]: { readonly type: K; readonly value: ReturnType<(typeof ITEMS)[K]['decode']> };
}[Kind];

const KINDS = new Map(Object.entries(NUMBERS).map(([kind, number]) => [number as number, kind as Kind]));

/** Encodes an item as a chunk contains it. */
export function encodeItem({ type, value }: SnapshotItem): Bytes {
  const codec = ITEMS[type] as { encode(value: unknown): Bytes };
  return new ProtoWriter().element(NUMBERS[type], codec.encode(value)).finish();
}

/** Yields the items of a chunk. Throws CodecError for bytes that are none. */
export function* decodeChunk(chunk: Bytes): Iterable<SnapshotItem> {
  for (const reader = new ProtoReader(chunk); !reader.done; ) {
    const { field } = reader.next();
    const type = KINDS.get(field);
    if (type === undefined) throw new CodecError(`a snapshot has an item of the unknown kind ${field}`);
    yield { type, value: ITEMS[type].decode(reader.bytes()) } as SnapshotItem;
  }
}
