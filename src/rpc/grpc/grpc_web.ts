/**
 * Serves gRPC to pages, as gRPC-Web over HTTP/1: the trailers follow the message as a frame of their own. With
 * `application/grpc-web-text` a body is base64.
 */
import { toBase64, tryFromBase64 } from '../../codec/base64.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { isStreamed, type Middleware, type ProtocolHandler, type ProtocolResponse } from '../protocol_handler.js';
import { framed, MessageReader } from './framing.js';
import { GrpcCode, GrpcError, refusedCall } from './status.js';

const CONTENT_TYPE = /^application\/grpc-web(-text)?(?:$|[+;])/;
/** Flag of the frame with the trailers. */
const TRAILERS = 0x80;

/** Answers requests of gRPC-Web by `grpc`, the handler of gRPC, and passes on the others. */
export const grpcWeb =
  (grpc: ProtocolHandler, maxBytes: number): Middleware =>
  (next) =>
  (request) => {
    const { 'content-type': type = '' } = request.headers;
    const match = request.method === 'POST' ? CONTENT_TYPE.exec(type) : null;
    if (match === null) return next(request);
    const isText = match[1] !== undefined;
    const answered = (response: ProtocolResponse): ProtocolResponse => webResponse(response, type, isText);
    try {
      const body = isText ? decoded(request.body) : request.body;
      const reader = new MessageReader(maxBytes);
      const message = reader.add(body);
      if (message === undefined) throw reader.truncation;
      const response = grpc.handle({ ...request, body: message });
      return response instanceof Promise ? response.then(answered) : answered(response);
    } catch (error) {
      if (error instanceof GrpcError) return answered(refusedCall(error));
      throw error;
    }
  };

function decoded(text: Bytes): Bytes {
  const bytes = tryFromBase64(fromUtf8(text));
  if (bytes === undefined) throw new GrpcError(GrpcCode.internal, 'the body is not base64');
  return bytes;
}

function webResponse(response: ProtocolResponse, type: string, isText: boolean): ProtocolResponse {
  const { status, headers } = response;
  const { trailers = {}, body } = isStreamed(response) ? { body: EMPTY_BYTES } : response;
  const lines = Object.entries(trailers).map(([name, value]) => `${name}: ${value}\r\n`);
  const message = typeof body === 'string' ? EMPTY_BYTES : framed(body);
  const whole = concatBytes(message, framed(utf8(lines.join('')), TRAILERS));
  const exposed = [...Object.keys(headers), ...Object.keys(trailers)].join(', ');
  return {
    status,
    headers: { ...headers, 'content-type': type, 'access-control-expose-headers': exposed },
    body: isText ? toBase64(whole) : whole,
  };
}
