/**
 * The HTTP server behind a listener, on Node's own: it reads and bounds what the fast front does not take, and hands it
 * to the pipeline. There is no router, as surfaces route by themselves. Too large a body is refused as soon as that is
 * known and read to its end without being kept, so that the client sees the refusal.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Bytes } from '../kernel/bytes.js';
import { InvariantViolation } from '../kernel/errors.js';
import type { Headers, SurfaceResponse } from '../rpc/surface.js';
import type { ServerLimits } from './limits.js';
import type { Answer, Remote } from './pipeline.js';

export interface HttpServerOptions {
  readonly answer: Answer;
  readonly limits: ServerLimits;
  readonly remoteOf: (socket: Socket) => Remote;
}

export function createHttpServer({ answer, limits, remoteOf }: HttpServerOptions): Server {
  const options = {
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.requestTimeMs,
    headersTimeout: limits.requestTimeMs,
    keepAliveTimeout: limits.idleTimeMs,
    noDelay: true,
  };
  return createServer(options, (request, response) => {
    const { method = 'GET', url: target = '/', socket } = request;
    // Of a header that was sent several times Node joins the values; only `set-cookie`, which no client sends, is a list.
    const headers = request.headers as Headers;
    const remote = remoteOf(socket);
    const onBody = (body: Bytes): void => {
      const settled = answer({ method, target, headers, body }, remote);
      if (settled instanceof Promise) settled.then((later) => send(response, later));
      else send(response, settled);
    };
    readBody(request, limits.bodyBytes, onBody, (size) => send(response, tooLarge(size, limits.bodyBytes)));
  });
}

function readBody(
  request: IncomingMessage,
  limit: number,
  onBody: (body: Bytes) => void,
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
  const finish = (): void => onBody(Buffer.concat(chunks));
  request.on('data', collect).on('end', finish);
}

const tooLarge = (size: string, limit: number): SurfaceResponse => ({
  status: 413,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `content length too large (${size}>${limit})\n`,
});

function send(response: ServerResponse, { status, headers, body }: SurfaceResponse): void {
  if (response.destroyed) return;
  if (status === 204 || status === 304) response.writeHead(status, headers);
  else response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Puts `accept` before the server's own listener for connections, which it may hand a socket to. */
export function takeConnections(
  server: Server,
  accept: (socket: Socket, toServer: (socket: Socket) => void) => void,
): void {
  const [own] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (own === undefined) throw new InvariantViolation('the HTTP server has no listener for connections');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => accept(socket, (handed) => own.call(server, handed)));
}
