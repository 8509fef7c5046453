/**
 * Accepts HTTP/2 connections with prior knowledge, as gRPC clients open them without TLS, and runs a call for each of
 * their streams. Node's HTTP/2 loads at the first connection. A client that speaks HTTP/1 gets the first frame of
 * HTTP/2, and its connection ends, as with grpc-go.
 */
import type { Http2Server, ServerHttp2Session } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';
import type { GrpcServerOptions, ServedCalls } from './call.js';

/** Most calls of a connection at the same time. A client holds back further ones. */
const MAX_CALLS = 1000;
/** Megabytes that Node may queue for a connection before it refuses new calls. */
const SESSION_MEGABYTES = 128;

export interface GrpcServer {
  readonly server: Server;
  /** Ends all connections: idle ones at once, the others after their calls. */
  close(): void;
}

export function createGrpcServer(options: GrpcServerOptions): GrpcServer {
  const { handler, onCrash } = options;
  const sessions = new Set<ServerHttp2Session>();
  let loaded: Promise<Http2Server> | undefined;
  let closing = false;
  const load = async (): Promise<Http2Server> => {
    const [{ createServer: createHttp2Server }, { Call }] = await Promise.all([
      import('node:http2'),
      import('./call.js'),
      handler.load?.(),
    ]);
    const server = createHttp2Server({
      settings: { maxConcurrentStreams: MAX_CALLS },
      maxSessionMemory: SESSION_MEGABYTES,
    });
    server.on('session', (session) => {
      const served: ServedCalls = { ...options, remote: options.remoteOf(session.socket as Socket), pendingBytes: 0 };
      sessions.add(session);
      const timer = helloTimer(session, options.limits.requestTimeMs);
      session.once('remoteSettings', () => clearTimeout(timer));
      session.once('close', () => {
        clearTimeout(timer);
        sessions.delete(session);
      });
      session.on('stream', (stream, headers) => void new Call(served, stream).begin(headers));
    });
    // The session has ended its connection already.
    server.on('sessionError', () => undefined);
    return server;
  };
  const serve = async (socket: Socket): Promise<void> => {
    try {
      loaded ??= load();
      const server = await loaded;
      if (closing) socket.destroy();
      else if (!socket.destroyed) server.emit('connection', socket);
    } catch (error) {
      loaded = undefined;
      socket.destroy();
      onCrash(handler.name, error);
    }
  };
  return {
    server: createServer((socket) => void serve(socket)),
    close() {
      closing = true;
      for (const session of sessions) session.close();
    },
  };
}

/** Ends a connection whose client does not start HTTP/2 within the time. 0 means no limit. */
const helloTimer = (session: ServerHttp2Session, ms: number): NodeJS.Timeout | undefined =>
  ms === 0 ? undefined : setTimeout(() => session.destroy(), ms);
