/**
 * Derives protobuf messages from descriptions, which list the name, number and kind of each field. Encoding, strict
 * decoding and amino's JSON follow from them.
 *
 * Messages of every transaction and every height have codecs written by hand, because a description would cost up to a
 * microsecond more for each message. These are the Ethereum envelope (`cosmos/tx.ts`, `cosmos/msg_ethereum_tx.ts`),
 * results, and the consensus types that are signed, hashed or sent.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { once } from '../../kernel/once.js';
import { CodecError, ProtoReader, ProtoWriter } from './index.js';

/** Message that is known by its full name, such as `tendermint.types.Block`. */
export interface Named {
  readonly name: string;
}

/** Enum with the names of its values by number. */
export interface EnumKind {
  /** Full name. */
  readonly enum: string;
  readonly values: Readonly<Record<number, string>>;
}

/**
 * Type of a field. `int` and `dec` are the SDK's `Int` and `Dec`, which are text on the wire; `decBytes` is a `Dec` in a
 * field of type bytes. An object without `enum` is a message.
 */
export type FieldKind =
  | 'string'
  | 'bytes'
  | 'bool'
  | 'uint64'
  | 'int64'
  | 'uint32'
  | 'int32'
  | 'int'
  | 'dec'
  | 'decBytes'
  | 'timestamp'
  | 'duration'
  | EnumKind
  | { readonly name?: string };

/** Description of a field without its encoding. */
export interface FieldShape {
  readonly number: number;
  readonly kind: FieldKind;
  readonly isRepeated?: true;
  /** Value of an absent field. */
  readonly initial: unknown;
}

export interface Field<T> extends FieldShape {
  readonly initial: T;
  /** Makes decoding fail when the field is absent. */
  readonly isRequired?: true;
  readonly write: (out: ProtoWriter, value: T) => void;
  /**
   * Reads one occurrence. `before` is the value of earlier ones: the last scalar replaces it, and elements of a list
   * are appended.
   */
  readonly read: (reader: ProtoReader, before: T) => T;
  /** Returns the member of amino's JSON. Undefined omits it. */
  readonly amino: (value: T) => unknown;
}

export type ValueOf<F> = F extends Field<infer T> ? T : never;

/** Members of a message's codec that fields need. A codec written by hand has only these. */
export interface Codec<T> {
  /** Full name; `undefined` for a message that no interface shows. */
  readonly name?: string;
  encode(value: T): Bytes;
  /** Decodes a message. Throws CodecError for invalid bytes and for unknown fields. */
  decode(bytes: Bytes): T;
  /** Returns the members in the order of the fields. The signing code sorts them. */
  amino?(value: T): Readonly<Record<string, unknown>>;
}

/** Field of a message. */
export interface MessageField {
  /** Key in our values. */
  readonly key: string;
  /** Name in the `.proto` file. */
  readonly name: string;
  readonly field: FieldShape;
  /** Whether the field belongs to the message's `oneof`. */
  readonly isInOneof: boolean;
}

export interface Message<T> extends Codec<T> {
  /** Full name, such as `cosmos.bank.v1beta1.MsgSend`. */
  readonly name: string;
  /** Type URL of an Any with this message: `/` and the name. */
  readonly typeUrl: string;
  /** Amino's name, such as `cosmos-sdk/MsgSend`; `undefined` when amino does not have the message. */
  readonly aminoName: string | undefined;
  /** Fields in the order of their numbers. */
  readonly fields: readonly MessageField[];
  /** Name of the `oneof`; `undefined` where fields exclude nothing. */
  readonly oneof: string | undefined;
  amino(value: T): Readonly<Record<string, unknown>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a field's value type is known where the message is described
type Fields = Readonly<Record<string, Field<any>>>;
type ValueOfAll<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** Type of a message's values: `type MsgSend = Of<typeof MsgSend>`. */
export type Of<M> = M extends Message<infer T> ? T : never;

export interface MessageOptions {
  readonly aminoName?: string;
  /** Skips unknown fields, as Go does outside of transactions. */
  readonly lenient?: true;
  /** Name of the message's `oneof`. */
  readonly oneof?: string;
  /** Keys of the fields in the `oneof`; all fields by default. */
  readonly oneofKeys?: readonly string[];
  /** Names in the `.proto` file that are not the key in snake case, by key. */
  readonly names?: Readonly<Record<string, string>>;
}

/** What encoding and decoding need of a message's fields. */
interface Layout {
  /** Fields in the order of their numbers. */
  readonly list: readonly (MessageField & { readonly field: Field<unknown> })[];
  readonly byNumber: ReadonlyMap<number, Layout['list'][number]>;
  /** Value of a message without fields. */
  readonly absent: Readonly<Record<string, unknown>>;
  readonly required: Layout['list'];
}

function layoutOf(name: string, fields: Fields, { oneof, oneofKeys, names }: MessageOptions): Layout {
  const list = Object.entries(fields).map(([key, field]) => ({
    key,
    field,
    name: names?.[key] ?? snakeCase(key),
    isInOneof: oneof !== undefined && (oneofKeys?.includes(key) ?? true),
  }));
  invariant(
    list.every(({ field }, i) => i === 0 || field.number > (list[i - 1]?.field.number ?? 0)),
    `the fields of ${name} are not in the order of their numbers`,
  );
  return {
    list,
    byNumber: new Map(list.map((entry) => [entry.field.number, entry])),
    absent: Object.fromEntries(list.map(({ key, field }) => [key, field.initial])),
    required: list.filter(({ field }) => field.isRequired),
  };
}

/**
 * Creates the codec of a message. `fields` must be in the order of their numbers, which is the order on the wire. What
 * follows from them is computed when the message is first used, because a start uses few of all messages.
 */
export function message<F extends Fields>(
  name: string,
  fields: F,
  options: MessageOptions = {},
): Message<ValueOfAll<F>> {
  const layout = once(() => layoutOf(name, fields, options));
  return {
    name,
    typeUrl: `/${name}`,
    aminoName: options.aminoName,
    get fields() {
      return layout().list;
    },
    oneof: options.oneof,
    encode(value) {
      const { list } = layout();
      const out = new ProtoWriter();
      for (const { key, field } of list) field.write(out, value[key]);
      return out.finish();
    },
    decode(bytes) {
      const { absent, byNumber, required } = layout();
      const value: Record<string, unknown> = { ...absent };
      for (const reader = new ProtoReader(bytes); !reader.done; ) {
        const entry = byNumber.get(reader.next().field);
        if (entry !== undefined) value[entry.key] = entry.field.read(reader, value[entry.key]);
        else if (options.lenient) reader.skip();
        else throw reader.unknown(name);
      }
      for (const { key, field } of required)
        if (value[key] === undefined) throw new CodecError(`${name} lacks field ${field.number}`);
      return value as ValueOfAll<F>;
    },
    amino(value) {
      const { list } = layout();
      const json: Record<string, unknown> = {};
      for (const { key, field, name } of list) {
        const member = field.amino(value[key]);
        if (member !== undefined) json[name] = member;
      }
      return json;
    },
  };
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
