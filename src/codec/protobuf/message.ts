/**
 * Protobuf messages by description: the name of each field, its number and its kind. Encoding, strict decoding and
 * amino's JSON follow from it. Written by hand are those of every transaction and every height, where a description
 * would cost up to a microsecond more a message: the Ethereum envelope (`cosmos_tx.ts`, `msg_ethereum_tx.ts`), results, and of the
 * consensus types what is signed, hashed or sent.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { CodecError, ProtoReader, ProtoWriter } from './index.js';

export interface Field<T> {
  readonly number: number;
  /** What an absent field means. */
  readonly initial: T;
  /** A message in which it is absent is refused. */
  readonly isRequired?: true;
  readonly write: (out: ProtoWriter, value: T) => void;
  /** `before` is what earlier occurrences gave: a scalar's last one counts, elements of a list add up. */
  readonly read: (reader: ProtoReader, before: T) => T;
  /** The member of amino's JSON; undefined leaves it out. */
  readonly amino: (value: T) => unknown;
}

/** The value type of a field. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;

/** What fields need of the message that they hold: all that one written by hand has. */
export interface Codec<T> {
  encode(value: T): Bytes;
  /** Throws CodecError for bytes that are none, also for fields that it does not have. */
  decode(bytes: Bytes): T;
  /** Members in the order of their fields; whoever signs sorts them. */
  amino?(value: T): Readonly<Record<string, unknown>>;
}

export interface Message<T> extends Codec<T> {
  /** `cosmos.bank.v1beta1.MsgSend`. */
  readonly name: string;
  /** What an Any that holds one says: `/` and the name. */
  readonly typeUrl: string;
  /** Amino's name, `cosmos-sdk/MsgSend`; undefined when amino does not know the message. */
  readonly aminoName: string | undefined;
  amino(value: T): Readonly<Record<string, unknown>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a field's value type is known where the message is described
type Fields = Readonly<Record<string, Field<any>>>;
type ValueOfAll<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** The type of a message's values: `type MsgSend = Of<typeof MsgSend>`. */
export type Of<M> = M extends Message<infer T> ? T : never;

export interface MessageOptions {
  readonly aminoName?: string;
  /** Fields that are not described are passed over, as Go does outside of transactions. */
  readonly lenient?: true;
}

/** `fields` in the order of their numbers, which is the order on the wire. */
export function message<F extends Fields>(
  name: string,
  fields: F,
  { aminoName, lenient }: MessageOptions = {},
): Message<ValueOfAll<F>> {
  const list = Object.entries(fields).map(([key, field]) => ({ key, field, snake: snakeCase(key) }));
  const byNumber = new Map(list.map((entry) => [entry.field.number, entry]));
  const absent = Object.fromEntries(list.map(({ key, field }) => [key, field.initial]));
  const required = list.filter(({ field }) => field.isRequired);
  invariant(
    list.every(({ field }, i) => i === 0 || field.number > (list[i - 1]?.field.number ?? 0)),
    `the fields of ${name} are not in the order of their numbers`,
  );
  return {
    name,
    typeUrl: `/${name}`,
    aminoName,
    encode(value) {
      const out = new ProtoWriter();
      for (const { key, field } of list) field.write(out, value[key]);
      return out.finish();
    },
    decode(bytes) {
      const value: Record<string, unknown> = { ...absent };
      for (const reader = new ProtoReader(bytes); !reader.done; ) {
        const entry = byNumber.get(reader.next().field);
        if (entry !== undefined) value[entry.key] = entry.field.read(reader, value[entry.key]);
        else if (lenient) reader.skip();
        else throw reader.unknown(name);
      }
      for (const { key, field } of required)
        if (value[key] === undefined) throw new CodecError(`${name} lacks field ${field.number}`);
      return value as ValueOfAll<F>;
    },
    amino(value) {
      const json: Record<string, unknown> = {};
      for (const { key, field, snake } of list) {
        const member = field.amino(value[key]);
        if (member !== undefined) json[snake] = member;
      }
      return json;
    },
  };
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
