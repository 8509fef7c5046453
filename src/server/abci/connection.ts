/**
 * Serves one connection of an engine. Requests may be pipelined; responses are in their order. While too many requests
 * are being answered, or the other end does not read, nothing more is read.
 */
import type { Socket } from 'node:net';
import { FrameReader } from '../../abci/wire/frame_reader.js';
import { decodeRequest, responseFrame } from '../../abci/wire/messages.js';
import type { AbciResponse } from '../../abci/wire/response.js';
import type { Bytes } from '../../kernel/bytes.js';
import { writeAtEndOfTurn } from '../corked_writer.js';
import type { AbciLimits } from './limits.js';
import { type Caller, exception, type Responder } from './responder.js';

export interface ConnectionOptions {
  readonly responder: Responder;
  readonly limits: AbciLimits;
  /** Runs when the socket is closed. The problem says why this end closed it, or that a message was incomplete. */
  readonly onClose: (problem: string | undefined) => void;
}

const ignore = (): void => {};

export class AbciConnection implements Caller {
  /** Resolves when the socket is closed. */
  readonly closed: Promise<void>;
  readonly #reader: FrameReader;
  /** Requests that have arrived; those before `#next` have begun. An error of the stream is the last one. */
  #frames: (Bytes | Error)[] = [];
  #next = 0;
  #inFlight = 0;
  /** Ends when all responses so far have been written. */
  #written: Promise<void> = Promise.resolve();
  /** Whether nothing more is read. */
  #isEnding = false;
  #problem: string | undefined;

  constructor(
    readonly socket: Socket,
    readonly options: ConnectionOptions,
  ) {
    this.#reader = new FrameReader(options.limits.messageBytes);
    // Without a listener a broken connection would end the process.
    socket.on('error', ignore);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        if (this.#reader.isInFrame) this.#problem ??= 'the connection ended in the middle of a message';
        options.onClose(this.#problem);
        resolve();
      });
    });
  }

  get isClosed(): boolean {
    return this.socket.destroyed;
  }

  /** Breaks the connection. */
  destroy(): void {
    this.socket.destroy();
  }

  #receive(chunk: Bytes): void {
    if (this.#isEnding) return;
    this.#frames = this.#frames.slice(this.#next);
    this.#next = 0;
    try {
      for (const frame of this.#reader.push(chunk)) this.#frames.push(frame);
    } catch (error) {
      this.#isEnding = true;
      this.#frames.push(error as Error);
    }
    this.#begin();
  }

  /** Begins requests up to the limit. Reads on unless the limit is reached. */
  #begin(): void {
    const { requestsInFlight } = this.options.limits;
    while (this.#next < this.#frames.length && this.#inFlight < requestsInFlight)
      this.#answer(this.#frames[this.#next++] as Bytes | Error);
    if (this.#next < this.#frames.length) this.socket.pause();
    else this.socket.resume();
  }

  #answer(frame: Bytes | Error): void {
    try {
      if (frame instanceof Error) throw frame;
      const request = decodeRequest(frame);
      this.#inFlight += 1;
      const response = this.options.responder.answer(request, this);
      this.#written = this.#written.then(() => this.#send(response));
    } catch (error) {
      this.#refuse(error);
    }
  }

  async #send(answer: Promise<AbciResponse>): Promise<void> {
    const response = await answer;
    if (response.type === 'exception') this.#end(response.value.error);
    else if (this.socket.writable) await this.#write(responseFrame(response));
    this.#inFlight -= 1;
    // One turn of the event loop is between, so that a client that floods leaves time to others.
    if (this.#next < this.#frames.length) setImmediate(() => this.#begin());
  }

  /** Writes a frame, and waits while the other end does not read. */
  async #write(frame: Bytes): Promise<void> {
    const { socket } = this;
    const data = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
    if (writeAtEndOfTurn(socket, data, 'latin1')) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        socket.off('drain', done);
        socket.off('close', done);
        resolve();
      };
      socket.once('drain', done);
      socket.once('close', done);
    });
  }

  /** Reads nothing more, answers what has begun, and ends the connection with an exception. */
  #refuse(error: unknown): void {
    const text = (error as Error).message;
    this.#stopReading(text);
    this.#written = this.#written.then(() => this.#end(text));
  }

  #stopReading(problem: string): void {
    this.#problem ??= problem;
    this.#isEnding = true;
    this.#frames = [];
    this.#next = 0;
  }

  /** Sends an exception as the last response. The other end should close the connection then, as CometBFT does. */
  #end(text: string): void {
    const { socket } = this;
    this.#stopReading(text);
    if (!socket.writable) return;
    // Data that nobody reads would make the system reset the connection, and the exception could be lost.
    socket.resume();
    socket.end(responseFrame(exception(text)));
    const timer = setTimeout(() => socket.destroy(), this.options.limits.exceptionTimeMs);
    void this.closed.then(() => clearTimeout(timer));
  }
}
