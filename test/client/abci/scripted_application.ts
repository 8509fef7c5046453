/**
 * An application on a real socket that a script may let answer wrongly, late, twice, never, or end at a call. Without a
 * script it answers as `RecordingApplication` does.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { FrameReader } from '../../../src/abci/wire/frame_reader.js';
import { decodeRequest, responseFrame } from '../../../src/abci/wire/messages.js';
import type { AbciRequest } from '../../../src/abci/wire/request.js';
import type { AbciResponse } from '../../../src/abci/wire/response.js';
import { Responder } from '../../../src/server/abci/responder.js';
import { RecordingApplication } from '../../server/abci/recording_application.js';

/** Bytes to send; `nothing`, or `close` to end the process, which breaks all its connections. */
type Step = Uint8Array | 'nothing' | 'close';

/** Decides what happens at a request; `answer` lets the application execute it. Undefined answers as usual. */
export type Script = (
  request: AbciRequest,
  answer: () => Promise<AbciResponse>,
) => Promise<readonly Step[] | undefined> | readonly Step[] | undefined;

export const frame = responseFrame;

export class ScriptedApplication {
  /** Types of the requests of each connection, in their order. */
  readonly received: string[][] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(
    public script: Script = () => undefined,
    readonly application = new RecordingApplication(),
  ) {}

  /** Listens on a free port, or the path of a unix socket, and returns the address. */
  listen(path?: string): Promise<string> {
    const responder = new Responder({ application: this.application, onFailure: () => {}, onCrash: () => {} });
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket, responder));
    const server = this.#server;
    return new Promise((resolve) => {
      const opened = (): void => {
        const address = server.address();
        resolve(path ? `unix://${path}` : `tcp://127.0.0.1:${(address as { port: number }).port}`);
      };
      if (path === undefined) server.listen(0, '127.0.0.1', opened);
      else server.listen(path, opened);
    });
  }

  /** Breaks all connections, as the end of the process does. */
  crash(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    this.crash();
    await closed;
  }

  #serve(socket: Socket, responder: Responder): void {
    const reader = new FrameReader();
    const types: string[] = [];
    this.received.push(types);
    this.#sockets.add(socket);
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
    const caller = { closed, isClosed: false };
    let tail: Promise<void> = Promise.resolve();
    socket.on('data', (chunk: Buffer) => {
      for (const bytes of reader.push(chunk)) {
        const request = decodeRequest(bytes);
        types.push(request.type);
        tail = tail.then(() => this.#perform(socket, request, () => responder.answer(request, caller)));
      }
    });
  }

  async #perform(socket: Socket, request: AbciRequest, answer: () => Promise<AbciResponse>): Promise<void> {
    if (socket.destroyed) return;
    const steps = (await this.script(request, answer)) ?? [frame(await answer())];
    for (const step of steps) {
      if (step === 'close') this.crash();
      else if (step !== 'nothing' && socket.writable) socket.write(step);
    }
  }
}
