/** Derives the codec of a message that is one `oneof`, as ABCI's Request and Response are. */
import { CodecError, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import type { Codec } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';

// biome-ignore lint/suspicious/noExplicitAny: the type of a member's value is known where the members are listed
type Members = Readonly<Record<string, readonly [number: number, codec: Codec<any>]>>;

/** Value of such a message: the name of its member, and the member's value. */
export type MemberOf<M extends Members> = {
  readonly [K in keyof M]: M[K] extends readonly [number, Codec<infer T>]
    ? { readonly type: K; readonly value: T }
    : never;
}[keyof M];

/** Creates the codec. As in protobuf, the last member wins, and unknown ones are skipped. */
export function oneOf<const M extends Members>(name: string, members: M): Codec<MemberOf<M>> {
  const byNumber = new Map(Object.entries(members).map(([type, [number, codec]]) => [number, { type, codec }]));
  return {
    encode({ type, value }) {
      const [number, codec] = members[type] as Members[string];
      const body = codec.encode(value);
      return new ProtoWriter(body.length + 16).message(number, body).finish();
    },
    decode(bytes: Bytes) {
      let last: { readonly type: string; readonly codec: Codec<unknown>; readonly body: Bytes } | undefined;
      for (const reader = new ProtoReader(bytes); !reader.done; ) {
        const member = byNumber.get(reader.next().field);
        if (member === undefined) reader.skip();
        else last = { ...member, body: reader.bytes() };
      }
      if (last === undefined) throw new CodecError(`${name} has no member that is known`);
      return { type: last.type, value: decodeMember(last.codec, last.body, last.type) } as MemberOf<M>;
    },
  };
}

function decodeMember(codec: Codec<unknown>, body: Bytes, type: string): unknown {
  try {
    return codec.decode(body);
  } catch (error) {
    throw error instanceof CodecError ? new CodecError(`${type}: ${error.message}`) : error;
  }
}
