/** Encodes `tendermint.abci.Event` (consensus-engine.md 8.4). */
import { ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import type { Codec } from '../../codec/protobuf/message.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { Event, EventAttribute } from '../application.js';

function writeAttribute(out: ProtoWriter, attribute: EventAttribute): void {
  out.string(1, attribute.key).string(2, attribute.value).bool(3, attribute.index);
}

function decodeAttribute(bytes: Bytes, isLenient: boolean): EventAttribute {
  const reader = new ProtoReader(bytes);
  let key = '';
  let value = '';
  let index = false;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) key = reader.string();
    else if (field === 2) value = reader.string();
    else if (field === 3) index = reader.bool();
    else if (isLenient) reader.skip();
    else throw reader.unknown('EventAttribute');
  }
  return { key, value, index };
}

/** Appends the fields of an event. */
export function writeEvent(out: ProtoWriter, event: Event): void {
  out.string(1, event.type);
  const { attributes } = event;
  // An iterator would allocate a result for each attribute, which are the most frequent messages of a block.
  for (let at = 0; at < attributes.length; at++) out.nested(2, attributes[at] as EventAttribute, writeAttribute);
}

/** Encodes `tendermint.abci.Event`. */
export function encodeEvent(event: Event): Bytes {
  const writer = new ProtoWriter();
  writeEvent(writer, event);
  return writer.finish();
}

/** Throws CodecError for bytes that are not an event. `isLenient` skips unknown fields. */
export function decodeEvent(bytes: Bytes, isLenient = false): Event {
  const reader = new ProtoReader(bytes);
  let type = '';
  const attributes: EventAttribute[] = [];
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) type = reader.string();
    else if (field === 2) attributes.push(decodeAttribute(reader.bytes(), isLenient));
    else if (isLenient) reader.skip();
    else throw reader.unknown('Event');
  }
  return { type, attributes };
}

/** Codec of an event, for messages that contain it. */
export const AbciEvent: Codec<Event> = {
  name: 'tendermint.abci.Event',
  encode: encodeEvent,
  decode: (bytes) => decodeEvent(bytes),
};

/** Returns whether an encoded event has a type. The type comes first, as `encodeEvent` writes it. */
export function isOfType(event: Bytes, type: Bytes): boolean {
  const reader = new ProtoReader(event);
  return !reader.done && reader.next().field === 1 && equalBytes(reader.bytes(), type);
}
