/**
 * Serves plain keep-alive requests directly on their socket, at less than half the cost of Node's HTTP server. A
 * connection that sends anything else moves to that server until it closes, with the data that it has sent.
 * Both use the same pipeline.
 */
import type { Socket } from 'node:net';
import type { TextParts } from '../kernel/text_stream.js';
import { abandon, isStreamed, type ProtocolResponse } from '../rpc/protocol_handler.js';
import { writeAtEndOfTurn } from './corked_writer.js';
import { BAD_REQUEST, refuse } from './final_response.js';
import type { ServerLimits } from './limits.js';
import type { Answer, HttpRequest, Remote } from './pipeline.js';
import { type HeadLimits, readHead } from './request_head.js';
import { chunkedHead, responseBytes } from './response_text.js';
import { chunkOf, LAST_CHUNK, writeParts } from './stream_body.js';

/** Most chunks in which a request arrives. Beyond it Node's server takes over, which limits the time of a request. */
const MAX_PIECES = 8;
/**
 * Longest head for which this front is used, because it is parsed again with every chunk. Longer ones go to Node's
 * server.
 */
const MAX_HEAD_BYTES = 16_384;

export interface FrontOptions {
  readonly answer: Answer;
  readonly limits: ServerLimits;
  /** Gives the socket to Node's server; data that was read from it has been put back. */
  readonly handOver: () => void;
}

export class Front {
  #unread: Buffer | undefined;
  #pieces = 0;
  /** Whether a response is in progress. */
  #busy = false;
  #ended = false;
  #closing = false;
  /** Whether a request has arrived only in part. */
  #partial = false;
  readonly #headLimits: HeadLimits;

  constructor(
    readonly socket: Socket,
    readonly remote: Remote,
    readonly options: FrontOptions,
  ) {
    const { headerBytes, bodyBytes } = options.limits;
    this.#headLimits = { headerBytes: Math.min(headerBytes, MAX_HEAD_BYTES), bodyBytes };
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('timeout', this.#onTimeout);
    socket.on('error', this.#onError);
    socket.setTimeout(options.limits.idleTimeMs);
  }

  /**
   * Ends the connection after the response in progress. Requests queued behind it do not run, so their client may
   * safely send them again.
   */
  close(): void {
    this.#closing = true;
    if (!this.#busy) this.socket.end();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#unread = this.#unread === undefined ? chunk : Buffer.concat([this.#unread, chunk]);
    this.#pieces++;
    if (this.#busy) this.#putBack();
    else this.#advance();
  };

  readonly #onEnd = (): void => {
    this.#ended = true;
    if (!this.#busy) this.socket.end();
  };

  readonly #onTimeout = (): void => {
    if (this.socket.writableEnded) this.socket.destroy();
    else if (this.#partial && !this.#busy) refuse(this.socket.off('data', this.#onData), BAD_REQUEST);
    else if (!this.#busy) this.socket.destroy();
  };

  /** Ignores the error, because Node closes a broken connection right after it. */
  readonly #onError = (): void => {};

  /** Answers the requests in the buffer, one after the other. */
  #advance(): void {
    while (!this.#busy && this.#unread !== undefined) {
      const request = this.#next(this.#unread);
      if (request === undefined) return;
      const response = this.options.answer(request, this.remote);
      if (response instanceof Promise) this.#wait(response);
      else this.#send(response);
    }
    if (this.#busy) this.#putBack();
  }

  /**
   * Puts unread data back into the socket while a response is in progress. So a client that sends much has to wait, and
   * the end of its data is not reported before all of it was read.
   */
  #putBack(): void {
    if (this.#unread === undefined) return;
    this.socket.pause();
    this.socket.unshift(this.#unread);
    this.#unread = undefined;
    this.#pieces = 0;
  }

  /**
   * Returns the request at the start of the buffer. Returns undefined when it is incomplete or the connection was
   * handed over.
   */
  #next(buffer: Buffer): HttpRequest | undefined {
    const head = readHead(buffer, this.#headLimits);
    const size = head.type === 'request' ? head.headBytes + head.bodyBytes : Number.POSITIVE_INFINITY;
    if (head.type !== 'request' || buffer.length < size) {
      if (head.type === 'unusual' || this.#pieces > MAX_PIECES) this.#handOver();
      else this.#expectRest(true);
      return undefined;
    }
    this.#expectRest(false);
    const rest = buffer.length - size;
    this.#unread = rest === 0 ? undefined : buffer.subarray(size);
    this.#pieces = rest === 0 ? 0 : 1;
    const { method, target, headers, headBytes } = head;
    return { method, target, headers, body: buffer.subarray(headBytes, size), piled: rest > 0 };
  }

  /** Sets a shorter timeout while a request is incomplete than between requests. */
  #expectRest(partial: boolean): void {
    if (partial === this.#partial) return;
    this.#partial = partial;
    const { requestTimeMs, idleTimeMs } = this.options.limits;
    this.socket.setTimeout(partial ? requestTimeMs : idleTimeMs);
  }

  #wait(response: Promise<ProtocolResponse>): void {
    this.#busy = true;
    response.then((settled) => {
      this.#busy = false;
      if (this.socket.destroyed) abandon(settled);
      else {
        this.#send(settled);
        if (!this.#busy) this.#resume();
      }
    });
  }

  #send(response: ProtocolResponse): void {
    const idleSeconds = this.options.limits.idleTimeMs / 1000;
    if (isStreamed(response)) {
      this.socket.write(chunkedHead(response, idleSeconds), 'latin1');
      void this.#stream(response.body);
      return;
    }
    const { data, encoding } = responseBytes(response, idleSeconds);
    if (writeAtEndOfTurn(this.socket, data, encoding)) return;
    // A client that does not read gets no more responses until it does.
    this.#busy = true;
    this.socket.once('drain', () => this.#resume());
  }

  async #stream(parts: TextParts): Promise<void> {
    this.#busy = true;
    if (!(await writeParts(parts, this.socket, chunkOf))) return;
    this.socket.write(LAST_CHUNK, 'latin1');
    this.#resume();
  }

  #resume(): void {
    this.#busy = false;
    if (this.#ended || this.#closing) this.socket.end();
    else if (this.socket.isPaused()) this.socket.resume();
  }

  #handOver(): void {
    const { socket } = this;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('timeout', this.#onTimeout);
    socket.off('error', this.#onError);
    socket.setTimeout(0);
    this.#putBack();
    this.options.handOver();
    socket.resume();
  }
}
