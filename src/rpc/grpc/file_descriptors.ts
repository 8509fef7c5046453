/**
 * Makes `google.protobuf.FileDescriptorProto` of the descriptions of our messages, for clients that know no `.proto`
 * file. Each protobuf package is one file. The well-known types have the names of their own files, because clients
 * bring them along.
 */
import type { SdkMethod } from '../../backend/sdk.js';
import { int, small } from '../../codec/protobuf/field.js';
import { ProtoWriter } from '../../codec/protobuf/index.js';
import {
  type EnumKind,
  type FieldKind,
  type Message,
  type MessageField,
  message,
} from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';

type AnyMessage = Pick<Message<unknown>, 'name' | 'fields' | 'oneof'>;
/** Method of a service. `open` marks one with a stream of responses. */
type Method = SdkMethod & { readonly open?: unknown; readonly clientStreams?: true };

const SECONDS_AND_NANOS = { seconds: int(1), nanos: small(2, 'int32') };
const TIMESTAMP = message('google.protobuf.Timestamp', SECONDS_AND_NANOS);
const DURATION = message('google.protobuf.Duration', SECONDS_AND_NANOS);

/** `FieldDescriptorProto.Type`, by our kinds. */
const TYPES: Readonly<Record<string, number>> = {
  int64: 3,
  uint64: 4,
  int32: 5,
  bool: 8,
  string: 9,
  int: 9,
  dec: 9,
  bytes: 12,
  decBytes: 12,
  uint32: 13,
};
const MESSAGE_TYPE = 11;
const BYTES_TYPE = 12;
const ENUM_TYPE = 14;
const OPTIONAL = 1;
const REPEATED = 3;

/** A message or an enum, with what is nested in it. */
interface Declared {
  readonly message?: AnyMessage;
  readonly enum?: EnumKind;
  readonly nested: Map<string, Declared>;
}

interface FileParts {
  readonly name: string;
  readonly package: string;
  readonly declared: Map<string, Declared>;
  readonly services: Map<string, Method[]>;
  readonly imports: Set<string>;
}

export class FileDescriptors {
  readonly #methods: readonly Method[];
  readonly #known: ReadonlyMap<string, AnyMessage>;
  /** Made at the first use. */
  #made: ReadonlyMap<string, FileParts> | undefined;
  readonly #fileOf = new Map<string, string>();
  readonly #encoded = new Map<string, Bytes>();

  constructor(methods: readonly Method[], known: ReadonlyMap<string, AnyMessage>) {
    this.#methods = methods;
    this.#known = known;
  }

  /** Names of all services, ascending. */
  get services(): readonly string[] {
    return [...new Set(this.#methods.map(serviceOf))].sort();
  }

  hasMessage(name: string): boolean {
    return this.#files.size > 0 && this.#known.has(name);
  }

  /** Returns all files. */
  get all(): readonly Bytes[] {
    return [...this.#files.keys()].map((name) => this.#encode(name));
  }

  /** Returns the file with this name, then all that it imports. */
  named(name: string): readonly Bytes[] | undefined {
    return this.#files.has(name) ? this.#withImports(name) : undefined;
  }

  /** Returns the file that declares a message, an enum, a service or a method, then all that it imports. */
  containing(symbol: string): readonly Bytes[] | undefined {
    const files = this.#files;
    const name = this.#fileOf.get(symbol);
    return name === undefined || !files.has(name) ? undefined : this.#withImports(name);
  }

  #withImports(name: string): readonly Bytes[] {
    const names = new Set([name]);
    for (const each of names) for (const other of this.#files.get(each)?.imports ?? []) names.add(other);
    return [...names].map((each) => this.#encode(each));
  }

  #encode(name: string): Bytes {
    const encoded = this.#encoded.get(name) ?? encodeFile(this.#files.get(name) as FileParts);
    this.#encoded.set(name, encoded);
    return encoded;
  }

  get #files(): ReadonlyMap<string, FileParts> {
    this.#made ??= this.#make();
    return this.#made;
  }

  #make(): ReadonlyMap<string, FileParts> {
    const files = new Map<string, FileParts>();
    const fileFor = (name: string): FileParts => {
      const file = fileNameOf(name);
      const parts = files.get(file) ?? emptyFile(file, packageOf(name));
      files.set(file, parts);
      return parts;
    };
    const declare = (name: string, what: Omit<Declared, 'nested'>): FileParts => {
      const file = fileFor(name);
      const path = name.slice(file.package.length + 1).split('.');
      let level = file.declared;
      for (const [i, part] of path.entries()) {
        const before = level.get(part) ?? { nested: new Map<string, Declared>() };
        const here = i === path.length - 1 ? { ...what, nested: before.nested } : before;
        level.set(part, here);
        level = here.nested;
      }
      this.#fileOf.set(name, file.name);
      return file;
    };
    const add = (message: AnyMessage): void => {
      if (this.#fileOf.has(message.name)) return;
      const { imports, name: own } = declare(message.name, { message });
      for (const { field } of message.fields) {
        const kind = field.kind as FieldKind;
        if (typeof kind === 'object' && 'enum' in kind) declare(kind.enum, { enum: kind });
        const inner = this.#messageOf(kind);
        if (inner !== undefined) add(inner);
        const type = typeName(kind, inner);
        if (type !== undefined && fileNameOf(type) !== own) imports.add(fileNameOf(type));
      }
    };
    for (const known of this.#known.values()) add(known);
    for (const method of this.#methods) {
      const service = serviceOf(method);
      const file = fileFor(service);
      file.services.set(service, [...(file.services.get(service) ?? []), method]);
      for (const name of [service, `${service}.${methodName(method)}`]) this.#fileOf.set(name, file.name);
      for (const of of [method.request, method.response]) {
        add(of);
        if (fileNameOf(of.name) !== file.name) file.imports.add(fileNameOf(of.name));
      }
    }
    return files;
  }

  /** Returns the described message of a kind; undefined for others. */
  #messageOf(kind: FieldKind): AnyMessage | undefined {
    if (kind === 'timestamp') return TIMESTAMP;
    if (kind === 'duration') return DURATION;
    if (typeof kind === 'string' || 'enum' in kind) return undefined;
    return 'fields' in kind ? (kind as AnyMessage) : this.#known.get(kind.name ?? '');
  }
}

const emptyFile = (name: string, ofPackage: string): FileParts => ({
  name,
  package: ofPackage,
  declared: new Map(),
  services: new Map(),
  imports: new Set(),
});

const serviceOf = ({ path }: Method): string => path.slice(1, path.lastIndexOf('/'));
const methodName = ({ path }: Method): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the package of a name. Only names of messages, enums and services begin with a capital letter. */
const packageOf = (name: string): string => /^(.*?)\.[A-Z]/.exec(name)?.[1] ?? '';

function fileNameOf(name: string): string {
  const ofPackage = packageOf(name);
  if (ofPackage === 'google.protobuf') return `${name.replaceAll('.', '/').toLowerCase()}.proto`;
  return `${ofPackage.replaceAll('.', '/')}.proto`;
}

/** Returns the full name of a field's message or enum; undefined for a scalar and for a message without description. */
function typeName(kind: FieldKind, inner: AnyMessage | undefined): string | undefined {
  return typeof kind === 'object' && 'enum' in kind ? kind.enum : inner?.name;
}

function encodeFile({ name, package: ofPackage, declared, services, imports }: FileParts): Bytes {
  const out = new ProtoWriter().string(1, name).string(2, ofPackage);
  for (const other of [...imports].sort()) out.string(3, other);
  declare(out, declared, { messages: 4, enums: 5 }, `${ofPackage}.`);
  for (const [service, methods] of services)
    out.message(6, encodeService(service.slice(ofPackage.length + 1), methods));
  return out.string(12, 'proto3').finish();
}

/** Writes messages and enums of one level into the fields with these numbers. */
function declare(
  out: ProtoWriter,
  level: ReadonlyMap<string, Declared>,
  fields: { readonly messages: number; readonly enums: number },
  scope: string,
): void {
  for (const [name, { message: own, enum: values, nested }] of level) {
    if (values !== undefined) out.message(fields.enums, encodeEnum(name, values));
    else out.message(fields.messages, encodeMessage(name, own, nested, `${scope}${name}.`));
  }
}

function encodeMessage(
  name: string,
  own: AnyMessage | undefined,
  nested: ReadonlyMap<string, Declared>,
  scope: string,
): Bytes {
  const out = new ProtoWriter().string(1, name);
  for (const field of own?.fields ?? []) out.message(2, encodeField(field));
  declare(out, nested, { messages: 3, enums: 4 }, scope);
  if (own?.oneof !== undefined) out.message(8, new ProtoWriter().string(1, own.oneof).finish());
  return out.finish();
}

/** Encodes a number that has to be present also when it is 0. */
const presentInt = (field: number, value: number): Bytes =>
  value === 0 ? Uint8Array.of(field << 3, 0) : new ProtoWriter().int(field, value).finish();

/** Index of the only `oneof` of a message. */
const FIRST_ONEOF = presentInt(9, 0);

function encodeField({ name, field, isInOneof }: MessageField): Bytes {
  const kind = field.kind as FieldKind;
  const out = new ProtoWriter()
    .string(1, name)
    .int(3, field.number)
    .int(4, field.isRepeated ? REPEATED : OPTIONAL);
  const [type, named] = typeOf(kind);
  out.int(5, type).string(6, named === undefined ? '' : `.${named}`);
  if (isInOneof) out.raw(FIRST_ONEOF);
  return out
    .string(
      10,
      name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    )
    .finish();
}

function typeOf(kind: FieldKind): readonly [type: number, named: string | undefined] {
  if (kind === 'timestamp') return [MESSAGE_TYPE, TIMESTAMP.name];
  if (kind === 'duration') return [MESSAGE_TYPE, DURATION.name];
  if (typeof kind === 'string') return [TYPES[kind] ?? BYTES_TYPE, undefined];
  if ('enum' in kind) return [ENUM_TYPE, kind.enum];
  return kind.name === undefined ? [BYTES_TYPE, undefined] : [MESSAGE_TYPE, kind.name];
}

function encodeEnum(name: string, { values }: EnumKind): Bytes {
  const out = new ProtoWriter().string(1, name);
  for (const [number, value] of Object.entries(values))
    out.message(
      2,
      new ProtoWriter()
        .string(1, value)
        .raw(presentInt(2, Number(number)))
        .finish(),
    );
  return out.finish();
}

function encodeService(name: string, methods: readonly Method[]): Bytes {
  const out = new ProtoWriter().string(1, name);
  for (const method of methods) {
    const own = new ProtoWriter()
      .string(1, methodName(method))
      .string(2, `.${method.request.name}`)
      .string(3, `.${method.response.name}`)
      .bool(5, method.clientStreams === true)
      .bool(6, method.open !== undefined);
    out.message(2, own.finish());
  }
  return out.finish();
}
