/** Forwards the requests and WebSockets of a proxy to its node, and answers the methods that control its faults. */
import { isSendable } from '../../client/close_code.js';
import type { Endpoint } from '../../client/endpoint.js';
import { type ForwardLimits, forwardRequest, forwardSocket } from '../../client/forward.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromUtf8 } from '../../kernel/text.js';
import { asRpcError, INTERNAL_ERROR, refusal } from '../../rpc/jsonrpc/errors.js';
import {
  FAULT_HEADER,
  type Headers,
  type Peer,
  type ProtocolConnection,
  type ProtocolHandler,
  type ProtocolRequest,
  type ProtocolResponse,
  type ProtocolSocket,
} from '../../rpc/protocol_handler.js';

/** Answers a method of the proxy itself. It receives the first parameter. */
export type ControlMethod = (given: unknown) => unknown;

export interface ForwardOptions {
  /** Node of HTTP requests. */
  readonly http: Endpoint;
  /** Node of WebSockets, which may have another port. */
  readonly webSocket: Endpoint;
  readonly limits: ForwardLimits;
  readonly control: ReadonlyMap<string, ControlMethod>;
}

/** Headers of a response that belong to one connection, or that the proxy sets itself. */
const OWN_HEADERS =
  /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|date|vary|access-control-.*)$/;
const JSON_HEADERS = { 'content-type': 'application/json' };
/** Code of a WebSocket that its node has broken. */
const BROKEN = 1006;
/** Beginning of the names of the control methods. */
const CONTROL = '"halley_';

interface Call {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

export class ForwardHandler implements ProtocolHandler {
  readonly name: string;

  constructor(private readonly options: ForwardOptions) {
    this.name = `proxy of ${options.http.label}`;
  }

  async handle(request: ProtocolRequest): Promise<ProtocolResponse> {
    const { http, limits } = this.options;
    const text = request.method === 'POST' ? fromUtf8(request.body) : '';
    const controlled = await this.#control(text, request.peer);
    if (controlled !== undefined) return { status: 200, headers: JSON_HEADERS, body: controlled };
    try {
      const sent = { ...request, headers: withoutFault(request.headers) };
      const { status, headers, body } = await forwardRequest(http, sent, limits);
      const passed = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
      return { status, headers: Object.fromEntries(passed), body };
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      const call = callIn(text);
      if (call === undefined)
        return { status: 502, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `${error.message}\n` };
      const failure = { code: INTERNAL_ERROR, message: error.message };
      return { status: 502, headers: JSON_HEADERS, body: answer(call, { error: failure }) };
    }
  }

  openSocket(connection: ProtocolConnection): ProtocolSocket {
    const { webSocket, limits } = this.options;
    let isOver = false;
    const target = { ...connection, headers: withoutFault(connection.headers) };
    const node = forwardSocket(webSocket, target, limits, {
      message: (text) => connection.send(text),
      close(code, reason) {
        if (isOver) return;
        isOver = true;
        if (code === BROKEN) connection.reset?.();
        else connection.close(isSendable(code) ? code : undefined, reason);
      },
    });
    return {
      message: (text) => {
        if (!text.includes(CONTROL)) return node.send(text);
        void this.#control(text, connection.peer).then((controlled) =>
          controlled === undefined ? node.send(text) : connection.send(controlled),
        );
      },
      close() {
        isOver = true;
        node.close();
      },
    };
  }

  /** Answers a call of the proxy itself; resolves to undefined for one of the node. Batches are always the node's. */
  async #control(text: string, peer: Peer): Promise<string | undefined> {
    if (!text.includes(CONTROL)) return undefined;
    const call = callIn(text);
    const method = this.options.control.get(String(call?.method));
    if (call === undefined || method === undefined) return undefined;
    const { params } = call;
    try {
      if (!peer.trusted) throw refusal(`${call.method} is for callers of this machine`);
      return answer(call, { result: await method(Array.isArray(params) ? params[0] : undefined) });
    } catch (thrown) {
      const error = asRpcError(thrown);
      if (error === undefined) throw thrown;
      return answer(call, { error: { code: error.code, message: error.message } });
    }
  }
}

function callIn(text: string): Call | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const answer = ({ id = null }: Call, reply: object): string => JSON.stringify({ jsonrpc: '2.0', id, ...reply });

/** Leaves out the header that has acted here, which the node may know too. */
const withoutFault = (headers: Headers): Headers => ({ ...headers, [FAULT_HEADER]: undefined });
