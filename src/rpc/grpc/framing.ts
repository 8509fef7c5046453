/**
 * Frames messages as gRPC does over HTTP/2: a byte of flags, four bytes of length, the message (gRPC over HTTP/2,
 * Length-Prefixed-Message). Compression is not supported, which every client accepts.
 */
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { GrpcCode, GrpcError } from './status.js';

export const FRAME_HEAD_BYTES = 5;

/** Returns the message with its frame. `flags` are 0 for a message, 0x80 for the trailers of gRPC-Web. */
export function framed(message: Bytes, flags = 0): Bytes {
  const frame = new Uint8Array(FRAME_HEAD_BYTES + message.length);
  frame[0] = flags;
  new DataView(frame.buffer).setUint32(1, message.length);
  frame.set(message, FRAME_HEAD_BYTES);
  return frame;
}

/** Collects the messages of one direction of a call from the pieces in which they arrive. */
export class MessageReader {
  #pieces: Bytes[] = [];
  #bytes = 0;
  /** Length of the message that is being received; undefined before its head has arrived. */
  #length: number | undefined;

  /** `maxBytes` is the length of the longest message. */
  constructor(readonly maxBytes: number) {}

  /** Bytes that wait for the rest of their message. */
  get pending(): number {
    return this.#bytes;
  }

  /** Adds a piece. Returns the first complete message, or undefined. Throws GrpcError with grpc-go's texts. */
  add(piece: Bytes): Bytes | undefined {
    if (piece.length > 0) this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#length === undefined) {
      if (this.#bytes < FRAME_HEAD_BYTES) return undefined;
      this.#length = this.#lengthOf(this.#take(FRAME_HEAD_BYTES));
    }
    if (this.#bytes < this.#length) return undefined;
    const message = this.#take(this.#length);
    this.#length = undefined;
    return message;
  }

  /** Error of a call whose client ends here, where a message was expected. */
  get truncation(): GrpcError {
    const isBetween = this.#bytes === 0 && this.#length === undefined;
    return new GrpcError(GrpcCode.unknown, isBetween ? 'EOF' : 'unexpected EOF');
  }

  #lengthOf(head: Bytes): number {
    const flags = head[0] as number;
    if (flags > 1) throw new GrpcError(GrpcCode.internal, `grpc: received unexpected payload format ${flags}`);
    const length = new DataView(head.buffer, head.byteOffset).getUint32(1);
    if (length > this.maxBytes)
      throw new GrpcError(
        GrpcCode.resourceExhausted,
        `grpc: received message larger than max (${length} vs. ${this.maxBytes})`,
      );
    if (flags === 1)
      throw new GrpcError(GrpcCode.internal, 'grpc: compressed flag set with identity or empty encoding');
    return length;
  }

  /** Removes the first bytes. */
  #take(count: number): Bytes {
    if (count === 0) return EMPTY_BYTES;
    const [first] = this.#pieces as [Bytes];
    const all = first.length >= count ? first : concatBytes(...this.#pieces);
    if (first.length >= count) this.#pieces.shift();
    else this.#pieces = [];
    if (all.length > count) this.#pieces.unshift(all.subarray(count));
    this.#bytes -= count;
    return all.subarray(0, count);
  }
}
