/** Reads and writes whole messages of ABCI's socket protocol. Errors say which message was wrong, and where. */
import { CodecError, lengthDelimited } from '../../codec/protobuf/index.js';
import type { Codec } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { type AbciRequest, AbciRequestCodec } from './request.js';
import { type AbciResponse, AbciResponseCodec } from './response.js';

function decode<T>(codec: Codec<T>, kind: string, frame: Bytes): T {
  try {
    return codec.decode(frame);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new HalleyError('invalid-argument', `invalid ABCI ${kind} of ${frame.length} bytes: ${error.message}`, {
      bytes: frame.length,
    });
  }
}

/** Decodes the body of a frame. Throws HalleyError `invalid-argument` for bytes that are not a request of 0.38. */
export const decodeRequest = (frame: Bytes): AbciRequest => decode(AbciRequestCodec, 'request', frame);

/** Decodes the body of a frame. Throws HalleyError `invalid-argument` for bytes that are not a response of 0.38. */
export const decodeResponse = (frame: Bytes): AbciResponse => decode(AbciResponseCodec, 'response', frame);

/** Returns the request with its length before it. */
export const requestFrame = (request: AbciRequest): Bytes => lengthDelimited(AbciRequestCodec.encode(request));

/** Returns the response with its length before it. */
export const responseFrame = (response: AbciResponse): Bytes => lengthDelimited(AbciResponseCodec.encode(response));
