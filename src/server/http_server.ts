/**
 * Runs Node's HTTP server behind a listener. It reads and limits requests that the fast front does not take, and passes
 * them to the pipeline. It has no router, because handlers route by themselves. It refuses a body that is too large as
 * soon as the size is known. It then reads and discards the rest, so that the client sees the refusal. Input that is
 * not HTTP gets the texts of Go's server, as in nodes.
 */
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Bytes } from '../kernel/bytes.js';
import { InvariantViolation } from '../kernel/errors.js';
import type { TextParts } from '../kernel/text_stream.js';
import { abandon, type Headers, isStreamed, type ProtocolResponse } from '../rpc/protocol_handler.js';
import { BAD_REQUEST, type FinalResponse, refuse } from './final_response.js';
import type { ServerLimits } from './limits.js';
import type { Answer, Remote } from './pipeline.js';
import { writeParts } from './stream_body.js';
import type { TlsPair } from './tls.js';

export type Server = HttpServer | HttpsServer;

export interface HttpServerOptions {
  readonly answer: Answer;
  readonly limits: ServerLimits;
  readonly remoteOf: (socket: Socket) => Remote;
  /** Replaces the 413 response for a body over the limit. */
  readonly bodyTooLarge: ProtocolResponse | undefined;
  /** Enables HTTPS. */
  readonly tls: TlsPair | undefined;
}

/** Bytes that Go's server reads beyond its limit before it refuses a head. */
const GO_HEADER_SLACK = 4096;
/** Time between two checks of Node for slow requests, in milliseconds, unless `requestTimeMs` is shorter. */
const CHECK_MS = 30_000;

/** Returns the interval of the check. Node treats an interval of 0 as one millisecond. */
const checkMs = (requestTimeMs: number): number =>
  requestTimeMs === 0 ? CHECK_MS : Math.min(CHECK_MS, Math.ceil(requestTimeMs / 2));

export async function createHttpServer(options: HttpServerOptions): Promise<Server> {
  const { limits, tls } = options;
  const settings = {
    maxHeaderSize: limits.headerBytes + GO_HEADER_SLACK,
    // Node requires whole milliseconds.
    requestTimeout: Math.ceil(limits.requestTimeMs),
    headersTimeout: Math.ceil(limits.requestTimeMs),
    connectionsCheckingInterval: checkMs(limits.requestTimeMs),
    keepAliveTimeout: Math.ceil(limits.idleTimeMs),
    noDelay: true,
    // A request without a Host header is refused below.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? createServer(settings, requestListener(options))
      : await createHttpsServer({ ...settings, ...tls, handshakeTimeout: limits.requestTimeMs }, options);
  // A client that has closed its sending side still gets its response. Node's types omit this option.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', refuseClient);
  return server;
}

/** Creates an HTTPS server. It loads TLS only when it is needed. */
async function createHttpsServer(settings: object, options: HttpServerOptions): Promise<HttpsServer> {
  const https = await import('node:https');
  const server = https.createServer(settings, requestListener(options));
  // HTTPS sockets get the same setting as HTTP sockets. It is set after the handshake, so that a failed handshake still
  // closes the socket.
  return server.on('secureConnection', (socket) => {
    socket.allowHalfOpen = true;
  });
}

/** Last response in progress of each connection. It resolves when the client has taken it or has disconnected. */
const lastAnswers = new WeakMap<Duplex, Promise<void>>();

/**
 * Returns a promise that resolves when no response is in progress on the connection, or undefined when there is none.
 */
export const answersTaken = (socket: Duplex): Promise<void> | undefined => lastAnswers.get(socket);

/**
 * Answers the requests of a connection one after the other, as Go's server does. When a client does not read a
 * response, the server neither answers its next request nor reads from it.
 */
function requestListener({ answer, limits, remoteOf, bodyTooLarge }: HttpServerOptions): RequestListener {
  return (request, response) => {
    const { method = 'GET', url: target = '/', socket } = request;
    // Node joins the values of a repeated header. Only `set-cookie`, which no client sends, is a list.
    const headers = request.headers as Headers;
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      refuse(socket, refusal);
      return;
    }
    const remote = remoteOf(socket);
    const previous = lastAnswers.get(socket);
    const taken = new Promise<void>((resolve) => response.once('close', resolve));
    lastAnswers.set(socket, taken);
    void taken.then(() => {
      if (lastAnswers.get(socket) !== taken) return;
      lastAnswers.delete(socket);
      socket.resume();
    });
    const onBody = async (body: Bytes): Promise<void> => {
      if (previous !== undefined) {
        socket.pause();
        await previous;
        if (socket.destroyed) return;
      }
      const settled = answer({ method, target, headers, body, piled: true }, remote);
      send(response, settled instanceof Promise ? await settled : settled);
    };
    readBody(request, limits.bodyBytes, onBody, (size) =>
      send(response, bodyTooLarge ?? tooLarge(size, limits.bodyBytes)),
    );
  };
}

/** Returns the refusal of a request that Node accepts and Go does not. */
function refusalOf({ httpVersion, headers }: IncomingMessage): FinalResponse | undefined {
  if (httpVersion === '1.1' && headers.host === undefined)
    return { status: '400 Bad Request: missing required Host header' };
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked')
    return { status: '501 Not Implemented', text: 'Unsupported transfer encoding' };
  return undefined;
}

/**
 * Refuses a malformed request, once. It sends nothing to a client that has disconnected or that is still receiving a
 * response.
 */
function refuseClient(error: NodeJS.ErrnoException, stream: Duplex): void {
  if (stream.writableEnded) return;
  // This is the response in progress on the socket; Node publishes it nowhere else.
  const answering = (stream as { _httpMessage?: unknown })._httpMessage;
  if (!stream.writable || error.code === 'ECONNRESET' || answering) stream.destroy();
  else if (error.code !== 'HPE_HEADER_OVERFLOW') refuse(stream, BAD_REQUEST);
  else refuse(stream, { status: '431 Request Header Fields Too Large' });
}

function readBody(
  request: IncomingMessage,
  limit: number,
  onBody: (body: Bytes) => unknown,
  onTooLarge: (size: string) => void,
): void {
  const declared = request.headers['content-length'];
  if (Number(declared ?? 0) > limit) {
    request.resume();
    onTooLarge(`${declared}`);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const collect = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else {
      request.off('data', collect).off('end', finish).resume();
      onTooLarge(`at least ${size}`);
    }
  };
  const finish = (): void => void onBody(Buffer.concat(chunks));
  request.on('data', collect).on('end', finish);
}

const tooLarge = (size: string, limit: number): ProtocolResponse => ({
  status: 413,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `content length too large (${size}>${limit})\n`,
});

function send(response: ServerResponse, answer: ProtocolResponse): void {
  if (response.destroyed) {
    abandon(answer);
    return;
  }
  const { status, headers } = answer;
  if (isStreamed(answer)) {
    // Node sends it in chunks; for clients without chunk support, up to the end of the connection.
    response.writeHead(status, headers);
    void sendParts(response, answer.body);
    return;
  }
  const { body } = answer;
  if (status === 204 || status === 304) response.writeHead(status, headers);
  else response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function sendParts(response: ServerResponse, parts: TextParts): Promise<void> {
  if (await writeParts(parts, response, (part) => Buffer.from(part))) response.end();
}

/** Puts `accept` before the server's own connection listener, to which it may pass a socket. */
export function takeConnections(
  server: Server | NetServer,
  accept: (socket: Socket, toServer: (socket: Socket) => void) => void,
): void {
  const [own] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (own === undefined) throw new InvariantViolation('the HTTP server has no listener for connections');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => accept(socket, (handed) => own.call(server, handed)));
}
