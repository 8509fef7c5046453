/**
 * The HTTP server behind a listener, on Node's own: it reads and bounds what the fast front does not take, and hands it
 * to the pipeline. There is no router, as surfaces route by themselves. Too large a body is refused as soon as that is
 * known and read to its end without being kept, so that the client sees the refusal. What is no HTTP is refused in the
 * words of Go's server, as nodes do.
 */
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
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
  /** Instead of 413 for a body over the limit. */
  readonly bodyTooLarge: ProtocolResponse | undefined;
  /** Makes it HTTPS. */
  readonly tls: TlsPair | undefined;
}

/** Bytes that Go's server reads beyond its limit before it refuses a head. */
const GO_HEADER_SLACK = 4096;
/** How often Node looks for requests that take too long, if `requestTimeMs` is not shorter. */
const CHECK_MS = 30_000;

/** For Node an interval of 0 is one of a millisecond. */
const checkMs = (requestTimeMs: number): number =>
  requestTimeMs === 0 ? CHECK_MS : Math.min(CHECK_MS, Math.ceil(requestTimeMs / 2));

export async function createHttpServer(options: HttpServerOptions): Promise<Server> {
  const { limits, tls } = options;
  const settings = {
    maxHeaderSize: limits.headerBytes + GO_HEADER_SLACK,
    // Node takes whole milliseconds.
    requestTimeout: Math.ceil(limits.requestTimeMs),
    headersTimeout: Math.ceil(limits.requestTimeMs),
    connectionsCheckingInterval: checkMs(limits.requestTimeMs),
    keepAliveTimeout: Math.ceil(limits.idleTimeMs),
    noDelay: true,
    // What has none is refused below.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? createServer(settings, requestListener(options))
      : await createHttpsServer({ ...settings, ...tls, handshakeTimeout: limits.requestTimeMs }, options);
  // Who has said all that he has to say is still answered. Node's types leave this out.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', refuseClient);
  return server;
}

/** TLS is loaded where it is asked for. */
async function createHttpsServer(settings: object, options: HttpServerOptions): Promise<HttpsServer> {
  const https = await import('node:https');
  const server = https.createServer(settings, requestListener(options));
  // As every socket of the HTTP server; not before hands are shaken, as who fails at that is to be let go by itself.
  return server.on('secureConnection', (socket) => {
    socket.allowHalfOpen = true;
  });
}

/** The last response of each connection that is under way: resolves when the client has taken it, or is gone. */
const lastAnswers = new WeakMap<Duplex, Promise<void>>();

/** Resolves when no response is under way on the connection; undefined where none is. */
export const answersTaken = (socket: Duplex): Promise<void> | undefined => lastAnswers.get(socket);

/**
 * Answers the requests of a connection one after the other, as Go's server does. When a client does not read a response, the
 * server neither answers its next request nor reads from it.
 */
function requestListener({ answer, limits, remoteOf, bodyTooLarge }: HttpServerOptions): RequestListener {
  return (request, response) => {
    const { method = 'GET', url: target = '/', socket } = request;
    // Of a header that was sent several times Node joins the values; only `set-cookie`, which no client sends, is a list.
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

/** What Node lets through and Go does not. */
function refusalOf({ httpVersion, headers }: IncomingMessage): FinalResponse | undefined {
  if (httpVersion === '1.1' && headers.host === undefined)
    return { status: '400 Bad Request: missing required Host header' };
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked')
    return { status: '501 Not Implemented', text: 'Unsupported transfer encoding' };
  return undefined;
}

/** Someone who is gone, or has an answer under way, hears nothing; anyone else what was wrong, once. */
function refuseClient(error: NodeJS.ErrnoException, stream: Duplex): void {
  if (stream.writableEnded) return;
  // The answer that Node has under way on this socket; it says so nowhere else.
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
    // Node sends it in chunks; to who does not know them, up to the end of the connection.
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

/** Puts `accept` before the server's own listener for connections, which it may hand a socket to. */
export function takeConnections(
  server: Server,
  accept: (socket: Socket, toServer: (socket: Socket) => void) => void,
): void {
  const [own] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (own === undefined) throw new InvariantViolation('the HTTP server has no listener for connections');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => accept(socket, (handed) => own.call(server, handed)));
}
