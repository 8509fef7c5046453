/**
 * Runs one gRPC call on a stream of HTTP/2: head, messages, deadline, response with trailers. Refusals have grpc-go's
 * codes and texts (`internal/transport/http2_server.go`).
 */
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { framed, MessageReader } from '../../rpc/grpc/framing.js';
import { GrpcCode, GrpcError, refusedCall } from '../../rpc/grpc/status.js';
import {
  type Headers,
  isStreamed,
  type ProtocolHandler,
  type ProtocolResponse,
  type ProtocolStream,
} from '../../rpc/protocol_handler.js';
import type { ServerLimits } from '../limits.js';
import { type Answer, type OnCrash, peerOf, type Remote } from '../pipeline.js';
import type { TrustRules } from '../trust.js';
import { timeoutMs } from './timeout.js';

export interface GrpcServerOptions {
  readonly handler: ProtocolHandler;
  readonly answer: Answer;
  readonly limits: ServerLimits;
  readonly trust: TrustRules;
  readonly remoteOf: (socket: Socket) => Remote;
  readonly onCrash: OnCrash;
}

/** Connection of several calls. */
export interface ServedCalls extends GrpcServerOptions {
  readonly remote: Remote;
  /** Bytes of unfinished requests and unread responses. */
  pendingBytes: number;
}

/** Ways to send headers. Node's types lack `sendDate`; grpc-go sends no date. */
const ONLY_HEADERS = { endStream: true, sendDate: false };
const BEFORE_MESSAGES = { waitForTrailers: true, sendDate: false };

/** Most bytes of the unfinished requests and the unread responses of a connection. */
const MAX_PENDING_BYTES = 64_000_000;
/** Unread bytes of a stream from which on its requests wait. */
const STREAM_BACKLOG_BYTES = 1_048_576;

const CONTENT_TYPE = /^application\/grpc(?:$|[+;])/;

export class Call {
  readonly #reader: MessageReader;
  #head: Headers = {};
  /** The client, which is gone when its call has ended. */
  readonly #remote: Remote;
  #deadline: NodeJS.Timeout | undefined;
  /** Receiver of the messages of a stream. */
  #sink: ProtocolStream | undefined;
  /** Share of `pendingBytes`. */
  #pending = 0;
  #hasHeaders = false;
  /** Whether the stream still takes a message, so that the next one waits. */
  #isTaking = false;
  /** Whether the client has sent all of its messages. */
  #allSent = false;
  /** Whether no further message of the client is taken. */
  #taken = false;
  #ended = false;

  constructor(
    readonly served: ServedCalls,
    readonly stream: ServerHttp2Stream,
  ) {
    this.#reader = new MessageReader(served.limits.bodyBytes);
    this.#remote = { ...served.remote, gone: () => this.#isOver };
  }

  begin(headers: IncomingHttpHeaders): void {
    const { stream } = this;
    stream.once('close', () => this.#close());
    // A broken stream closes too.
    stream.on('error', () => undefined);
    try {
      this.#open(headers);
    } catch (error) {
      this.#fail(error);
    }
  }

  #open(headers: IncomingHttpHeaders): void {
    const { served, stream } = this;
    const ms = checkedHead(headers);
    const { ':path': path = '', ':authority': authority = headers.host } = headers;
    if (authority === undefined) throw new GrpcError(GrpcCode.internal, 'no host or :authority header present', 400);
    if (served.remote.address !== '' && !served.trust.allowsHost(authority))
      throw new GrpcError(GrpcCode.permissionDenied, `invalid host specified: ${authority}`, 403);
    this.#head = { ...(headers as Headers), host: authority };
    if (ms !== undefined) this.#deadline = setTimeout(() => this.#fail(DEADLINE_EXCEEDED), ms);
    this.#sink = served.handler.openCall?.({
      path,
      headers: this.#head,
      peer: peerOf(this.#remote, this.#head, served.trust),
      send: (message) => this.#send(message),
      end: (trailers) => this.#end(trailers),
    });
    stream.on('data', (piece: Buffer) => this.#receive(piece, path));
    stream.once('end', () => this.#finished());
  }

  /** Whether nothing can be sent any more. */
  get #isOver(): boolean {
    return this.#ended || this.stream.closed || this.stream.destroyed;
  }

  #receive(piece: Bytes, path: string): void {
    if (this.#taken || this.#isOver) return;
    try {
      let message = this.#reader.add(piece);
      while (message !== undefined) {
        if (this.#sink === undefined) {
          this.#taken = true;
          void this.#answer(message, path);
          return;
        }
        const taken = this.#sink.message(message) ?? this.#drained();
        if (taken !== undefined) {
          this.#hold(this.#reader.pending);
          void this.#receiveAfter(taken, path);
          return;
        }
        message = this.#reader.add(EMPTY_BYTES);
      }
      this.#hold(this.#reader.pending);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Reads nothing until the promise resolves, so that a client that sends on waits. */
  async #receiveAfter(taken: Promise<void>, path: string): Promise<void> {
    const { stream } = this;
    this.#isTaking = true;
    stream.pause();
    try {
      await taken;
      await this.#drained();
    } catch (error) {
      this.#fail(error);
    }
    this.#isTaking = false;
    if (this.#isOver) return;
    stream.resume();
    this.#receive(EMPTY_BYTES, path);
    // A paused stream ends too.
    if (this.#allSent) this.#finished();
  }

  /** Returns undefined while the client reads, or the promise that it has read what was sent. */
  #drained(): Promise<void> | undefined {
    const { stream } = this;
    if (this.#isOver || stream.writableLength < STREAM_BACKLOG_BYTES) return undefined;
    return new Promise((resolve) => stream.once('drain', resolve));
  }

  #finished(): void {
    this.#allSent = true;
    if (this.#taken || this.#isTaking || this.#isOver) return;
    const { pending, truncation } = this.#reader;
    if (this.#sink === undefined || pending > 0) this.#fail(truncation);
    else this.#sink.finished();
  }

  async #answer(body: Bytes, target: string): Promise<void> {
    const { answer } = this.served;
    try {
      this.#hold(body.length);
      const settled = answer({ method: 'POST', target, headers: this.#head, body, piled: true }, this.#remote);
      this.#respond(settled instanceof Promise ? await settled : settled);
    } catch (error) {
      this.#fail(error);
    }
  }

  #respond(response: ProtocolResponse): void {
    if (this.#isOver) return;
    const { status, headers } = response;
    const { trailers = {}, body } = isStreamed(response) ? { body: EMPTY_BYTES } : response;
    const isMessage = trailers['grpc-status'] === '0' && typeof body !== 'string';
    if (!isMessage) {
      this.#ended = true;
      this.stream.respond({ ':status': status, ...headers, ...trailers }, ONLY_HEADERS);
      this.#stopReading();
      return;
    }
    this.#hold(body.length);
    this.#headers(headers);
    this.stream.write(framed(body));
    this.#end(trailers);
  }

  #send(message: Bytes): void {
    const { stream } = this;
    if (this.#isOver) return;
    this.#headers({ 'content-type': 'application/grpc' });
    stream.write(framed(message));
  }

  #headers(headers: OutgoingHttpHeaders): void {
    if (this.#hasHeaders) return;
    this.#hasHeaders = true;
    this.stream.respond({ ':status': 200, ...headers }, BEFORE_MESSAGES);
  }

  /** Ends the call after what was written. */
  #end(trailers: Readonly<Record<string, string>>): void {
    const { stream } = this;
    if (this.#isOver) return;
    this.#ended = true;
    if (!this.#hasHeaders) {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...trailers }, ONLY_HEADERS);
      this.#stopReading();
    } else {
      stream.once('wantTrailers', () => {
        stream.sendTrailers(trailers);
        this.#stopReading();
      });
      stream.end();
    }
  }

  /** Tells the client that the rest of its request is not read, as grpc-go does after the trailers. */
  #stopReading(): void {
    const { stream } = this;
    clearTimeout(this.#deadline);
    if (stream.readableEnded) return;
    stream.resume();
    // A reset in the same turn would overtake the trailers.
    setImmediate(() => stream.destroyed || stream.readableEnded || stream.close(0));
  }

  #fail(error: unknown): void {
    const { handler, onCrash } = this.served;
    if (!(error instanceof GrpcError)) onCrash(handler.name, error);
    const response = refusedCall(error instanceof GrpcError ? error : CRASHED);
    if (this.#hasHeaders) this.#end(response.trailers ?? {});
    else this.#respond(response);
  }

  /** Charges the connection with the bytes that the call keeps. Throws GrpcError beyond the limit. */
  #hold(bytes: number): void {
    const { served } = this;
    served.pendingBytes += bytes - this.#pending;
    this.#pending = bytes;
    if (served.pendingBytes > MAX_PENDING_BYTES)
      throw new GrpcError(GrpcCode.resourceExhausted, `more than ${MAX_PENDING_BYTES} bytes of unfinished calls`);
  }

  #close(): void {
    this.#ended = true;
    clearTimeout(this.#deadline);
    this.served.pendingBytes -= this.#pending;
    this.#pending = 0;
    this.#sink?.close();
  }
}

const CRASHED = new GrpcError(GrpcCode.internal, 'internal error');
const DEADLINE_EXCEEDED = new GrpcError(GrpcCode.deadlineExceeded, 'context deadline exceeded');

/** Checks what every call needs. Returns the time until its deadline, in milliseconds. Throws GrpcError. */
function checkedHead(headers: IncomingHttpHeaders): number | undefined {
  const { ':method': method = '', 'content-type': type = '', 'grpc-encoding': encoding } = headers;
  if (!CONTENT_TYPE.test(type))
    throw new GrpcError(GrpcCode.invalidArgument, `invalid gRPC request content-type ${JSON.stringify(type)}`, 415);
  const ms = timeoutMs(headers['grpc-timeout'] as string | undefined);
  if (method !== 'POST')
    throw new GrpcError(
      GrpcCode.internal,
      `Received a HEADERS frame with :method ${JSON.stringify(method)} which should be POST`,
      405,
    );
  if (encoding !== undefined && encoding !== 'identity')
    throw new GrpcError(
      GrpcCode.unimplemented,
      `grpc: Decompressor is not installed for grpc-encoding ${JSON.stringify(encoding)}`,
    );
  return ms;
}
