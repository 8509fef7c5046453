/**
 * Splits a stream into the frames of ABCI's socket protocol: each message has its length before it, as an unsigned
 * varint (CometBFT libs/protoio).
 */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';

/**
 * Most bytes of a message: more than a block of at most 100 MiB needs, and as many as a text of JSON may have in
 * JavaScript. CometBFT itself allows 2 GiB (abci/types/messages.go).
 */
export const MAX_MESSAGE_BYTES = 0x1fff_ffe8;
/** Most bytes of a length: five hold 35 bits. */
const MAX_LENGTH_BYTES = 5;
/** First size of the buffer for a frame that arrives in parts, in bytes. It doubles as the frame arrives. */
const FIRST_BUFFER_BYTES = 65_536;

/**
 * Collects chunks into frames. The memory it uses is at most twice what has arrived of the frame, whatever length the
 * frame claims. Each byte is copied a bounded number of times. After an error the reader cannot be used.
 */
export class FrameReader {
  /** Length of the frame whose body is read; `undefined` while its length is read. */
  #length: number | undefined;
  #partialLength = 0;
  #lengthBytes = 0;
  #body: Bytes = EMPTY_BYTES;
  #received = 0;

  constructor(readonly maxBytes: number = MAX_MESSAGE_BYTES) {}

  /** Whether a frame has arrived in part. */
  get isInFrame(): boolean {
    return this.#length !== undefined || this.#lengthBytes > 0;
  }

  /**
   * Yields the frames that the chunk completes, as arrays of their own. Throws HalleyError `limit-exceeded` for a frame
   * that is too long, and `invalid-argument` for a length that is not a varint, after the frames before it.
   */
  *push(chunk: Bytes): Generator<Bytes, void, undefined> {
    for (let at = 0; at < chunk.length; ) {
      if (this.#length === undefined) this.#readLength(chunk[at++] as number);
      else at = this.#readBody(this.#length, chunk, at);
      if (this.#length === this.#received) yield this.#take();
    }
  }

  #readLength(byte: number): void {
    this.#partialLength += (byte & 0x7f) * 2 ** (7 * this.#lengthBytes);
    this.#lengthBytes += 1;
    const isLast = byte < 0x80;
    if (!isLast && this.#lengthBytes === MAX_LENGTH_BYTES)
      throw invalidLength(`is a varint of more than ${MAX_LENGTH_BYTES} bytes`);
    if (isLast && byte === 0 && this.#lengthBytes > 1) throw invalidLength('is a varint with a superfluous byte');
    if (!isLast) return;
    const length = this.#partialLength;
    if (length > this.maxBytes)
      throw new HalleyError(
        'limit-exceeded',
        `an ABCI message claims ${length} bytes, expected at most ${this.maxBytes}`,
        { length, maxBytes: this.maxBytes },
      );
    this.#length = length;
  }

  /** Copies what the chunk has of the body, and returns where the rest of the chunk starts. */
  #readBody(length: number, chunk: Bytes, at: number): number {
    const more = Math.min(length - this.#received, chunk.length - at);
    this.#reserve(this.#received + more, length);
    this.#body.set(chunk.subarray(at, at + more), this.#received);
    this.#received += more;
    return at + more;
  }

  #reserve(needed: number, length: number): void {
    if (needed <= this.#body.length) return;
    const size = Math.min(length, Math.max(needed, this.#body.length * 2, FIRST_BUFFER_BYTES));
    const grown = new Uint8Array(size);
    grown.set(this.#body.subarray(0, this.#received));
    this.#body = grown;
  }

  #take(): Bytes {
    const frame = this.#body;
    this.#length = undefined;
    this.#partialLength = 0;
    this.#lengthBytes = 0;
    this.#body = EMPTY_BYTES;
    this.#received = 0;
    return frame;
  }
}

const invalidLength = (problem: string): HalleyError =>
  new HalleyError('invalid-argument', `the length of an ABCI message ${problem}: the sender does not speak ABCI`);
