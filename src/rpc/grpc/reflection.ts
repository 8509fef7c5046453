/** Implements gRPC's server reflection, v1 and v1alpha, which differ in the name of the service alone, and the SDK's. */
import type { SdkBackend } from '../../backend/sdk.js';
import { CodecError } from '../../codec/codec_error.js';
import { optional, repeated, repeatedBytes, small, string } from '../../codec/protobuf/field.js';
import { ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { ProtocolCall, ProtocolStream } from '../protocol_handler.js';
import { FileDescriptors } from './file_descriptors.js';
import type { OwnMethod } from './own_method.js';
import { GrpcCode, GrpcError, OK_TRAILERS, refusedCall } from './status.js';

/** Makes the messages and the method of a version. */
function versioned(version: 'v1' | 'v1alpha', open: (call: ProtocolCall) => ProtocolStream): OwnMethod {
  const named = `grpc.reflection.${version}`;
  const extension = message(`${named}.ExtensionRequest`, {
    containingType: string(1),
    extensionNumber: small(2, 'int32'),
  });
  const numbers = message(`${named}.ExtensionNumberResponse`, { baseTypeName: string(1) });
  const files = message(`${named}.FileDescriptorResponse`, { fileDescriptorProto: repeatedBytes(1) });
  const service = message(`${named}.ServiceResponse`, { name: string(1) });
  const list = message(`${named}.ListServiceResponse`, { service: repeated(1, service) });
  const error = message(`${named}.ErrorResponse`, { errorCode: small(1, 'int32'), errorMessage: string(2) });
  const request = message(`${named}.ServerReflectionRequest`, {
    host: string(1),
    fileByFilename: string(3),
    fileContainingSymbol: string(4),
    fileContainingExtension: optional(5, extension),
    allExtensionNumbersOfType: string(6),
    listServices: string(7),
  });
  const response = message(`${named}.ServerReflectionResponse`, {
    validHost: string(1),
    originalRequest: optional(2, request),
    fileDescriptorResponse: optional(4, files),
    allExtensionNumbersResponse: optional(5, numbers),
    listServicesResponse: optional(6, list),
    errorResponse: optional(7, error),
  });
  const path = `/${named}.ServerReflection/ServerReflectionInfo`;
  return { path, request, response, open, clientStreams: true };
}

/** SDK's method with all files at once. They are described as bytes, because the files do not describe themselves. */
const FILES = {
  path: '/cosmos.reflection.v1.ReflectionService/FileDescriptors',
  request: message('cosmos.reflection.v1.FileDescriptorsRequest', {}),
  response: message('cosmos.reflection.v1.FileDescriptorsResponse', { files: repeatedBytes(1) }),
};

/** Numbers of the fields of `ServerReflectionRequest` that ask for something, and of those of the response. */
const Ask = { file: 3, symbol: 4, extension: 5, extensions: 6, list: 7 } as const;
const Reply = { host: 1, request: 2, files: 4, extensions: 5, list: 6, error: 7 } as const;

/** Question of a request: its last field that is present. */
interface Asked {
  readonly host: string;
  readonly field: number;
  readonly text: string;
}

export class Reflection {
  readonly methods: readonly OwnMethod[];
  readonly #files: FileDescriptors;

  constructor(backend: SdkBackend, others: readonly OwnMethod[]) {
    const open = (call: ProtocolCall): ProtocolStream => this.#open(call);
    this.methods = [versioned('v1', open), versioned('v1alpha', open), { ...FILES, once: () => this.#all() }];
    this.#files = new FileDescriptors([...backend.methods, ...others, ...this.methods], backend.messages);
  }

  #all(): Bytes {
    return FILES.response.encode({ files: this.#files.all });
  }

  #open(call: ProtocolCall): ProtocolStream {
    return {
      message: (request) => {
        try {
          call.send(this.#reply(request));
        } catch (error) {
          if (!(error instanceof CodecError)) throw error;
          const why = `grpc: error unmarshalling request: ${error.message}`;
          call.end(refusedCall(new GrpcError(GrpcCode.internal, why)).trailers ?? {});
        }
      },
      finished: () => call.end(OK_TRAILERS),
      close: () => undefined,
    };
  }

  #reply(request: Bytes): Bytes {
    const asked = readAsked(request);
    const out = new ProtoWriter().string(Reply.host, asked.host).message(Reply.request, request);
    const files = this.#filesFor(asked);
    if (files !== undefined) return out.message(Reply.files, files).finish();
    const { field, text } = asked;
    if (field === Ask.list) {
      const list = new ProtoWriter();
      for (const name of this.#files.services) list.message(1, new ProtoWriter().string(1, name).finish());
      return out.message(Reply.list, list.finish()).finish();
    }
    // Nothing here has extensions.
    if (field === Ask.extensions && this.#files.hasMessage(text))
      return out.message(Reply.extensions, new ProtoWriter().string(1, text).finish()).finish();
    const error = new ProtoWriter().int(1, GrpcCode.notFound).string(2, notFoundText(asked)).finish();
    return out.message(Reply.error, error).finish();
  }

  /** Returns a `FileDescriptorResponse`: the file and all that it imports, as grpc-go sends them. */
  #filesFor({ field, text }: Asked): Bytes | undefined {
    if (field !== Ask.file && field !== Ask.symbol) return undefined;
    const files = field === Ask.file ? this.#files.named(text) : this.#files.containing(text);
    if (files === undefined) return undefined;
    const out = new ProtoWriter();
    for (const file of files) out.message(1, file);
    return out.finish();
  }
}

const notFoundText = ({ field, text }: Asked): string =>
  field === Ask.file ? `file not found: ${JSON.stringify(text)}` : `symbol not found: ${JSON.stringify(text)}`;

function readAsked(request: Bytes): Asked {
  let asked: Asked = { host: '', field: 0, text: '' };
  for (const reader = new ProtoReader(request); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) asked = { ...asked, host: reader.string() };
    else if (field === Ask.extension) {
      reader.bytes();
      asked = { ...asked, field, text: '' };
    } else if (field >= Ask.file && field <= Ask.list) asked = { ...asked, field, text: reader.string() };
    else reader.skip();
  }
  return asked;
}
