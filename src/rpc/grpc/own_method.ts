/** Method that the gRPC server answers by itself, without the application. */
import type { SdkMethod } from '../../backend/sdk.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { ProtocolCall, ProtocolStream } from '../protocol_handler.js';

export interface OwnMethod extends SdkMethod {
  /** Answers one request with one response. Throws GrpcError. */
  readonly once?: (request: Bytes) => Bytes;
  /** Opens a stream of responses. */
  readonly open?: (call: ProtocolCall) => ProtocolStream;
  /** Whether the client sends a stream too. */
  readonly clientStreams?: true;
}
