/**
 * Serves the EVM JSON-RPC: POST to `/` and WebSocket on `/` (evm-json-rpc.md 9.1, 9.5). Over WebSocket it answers each
 * message as soon as the result is known, so a call that waits for a block does not delay others. Over HTTP it streams
 * a result that is too long to hold in memory, unless the request is part of a batch.
 */

import { isGone } from '../../kernel/fair_scheduler.js';
import { fromUtf8 } from '../../kernel/text.js';
import { errorText } from '../jsonrpc/envelope.js';
import { LIMIT_EXCEEDED, RpcError } from '../jsonrpc/errors.js';
import { NULL_ID, rawIdOf } from '../jsonrpc/raw_ids.js';
import { type Answer, createResponder, createStreamingResponder, type Respond } from '../jsonrpc/responder.js';
import type {
  ProtocolConnection,
  ProtocolHandler,
  ProtocolRequest,
  ProtocolResponse,
  ProtocolSocket,
} from '../protocol_handler.js';
import { callKinds } from './call_kinds.js';
import type { EvmContext } from './context.js';
import type { EvmService } from './service.js';
import type { PushSink } from './subscriptions/subscription_hub.js';

const JSON_HEADERS = { 'content-type': 'application/json' };
const TEXT_HEADERS = { 'content-type': 'text/plain; charset=utf-8' };

const NOT_FOUND: ProtocolResponse = { status: 404, headers: TEXT_HEADERS, body: '404 page not found\n' };
const POST_ONLY: ProtocolResponse = { status: 405, headers: { allow: 'POST' }, body: '' };
const NOT_JSON: ProtocolResponse = {
  status: 415,
  headers: TEXT_HEADERS,
  body: 'invalid content type, only application/json is supported\n',
};

const CONTENT_TYPES = new Set(['application/json', 'application/json-rpc', 'application/jsonrequest']);

function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === 'application/json') return true;
  return CONTENT_TYPES.has((contentType.split(';', 1)[0] ?? '').trim().toLowerCase());
}

const ok = (body: Answer): ProtocolResponse =>
  typeof body === 'string'
    ? { status: 200, headers: JSON_HEADERS, body }
    : { status: 200, headers: JSON_HEADERS, body };

export function createEvmHandler(node: EvmService): ProtocolHandler {
  const { dispatcher, limits, options } = node;
  const { onCrash, schedule, scheduler } = options;
  const shared = {
    ...{ dispatcher, limits, onCrash, scheduler },
    clientOf: ({ peer }: EvmContext) => peer,
    kindOf: callKinds(options.evm),
  };
  const overHttp = createStreamingResponder({ ...shared, schedule, version: 'required' });
  const overWebSocket = createResponder({ ...shared, version: 'optional' });
  return {
    name: 'EVM JSON-RPC',
    handle(request) {
      const refused = refusalOf(request);
      if (refused !== undefined) return refused;
      const text = fromUtf8(request.body);
      if (text.trimStart() === '') return ok('');
      const answer = overHttp(
        text,
        node.context(request.peer, undefined, request.headers['user-agent']),
        request.piled !== true,
      );
      return answer instanceof Promise ? answer.then(ok) : ok(answer);
    },
    openSocket: (connection) => (connection.path === '/' ? openEvmSocket(node, overWebSocket, connection) : undefined),
  };
}

function refusalOf({ path, method, headers }: ProtocolRequest): ProtocolResponse | undefined {
  if (path !== '/') return NOT_FOUND;
  if (method !== 'POST') return POST_ONLY;
  return isJson(headers['content-type']) ? undefined : NOT_JSON;
}

function openEvmSocket(node: EvmService, respond: Respond<EvmContext>, connection: ProtocolConnection): ProtocolSocket {
  const subscriptions = node.subscriptions.connect(pushInto(connection));
  let inFlight = 0;
  return {
    message(text) {
      if (inFlight >= node.limits.callsInFlight) return connection.send(tooManyCalls(text, inFlight));
      const subscriber = subscriptions.forMessage();
      const reply = (answer: string): void => {
        if (answer !== '') connection.send(answer);
        subscriber.release();
      };
      const answer = respond(text, node.context(connection.peer, subscriber, connection.headers['user-agent']));
      if (typeof answer === 'string') return reply(answer);
      inFlight++;
      answer.then((settled) => {
        inFlight--;
        reply(settled);
      });
    },
    close: () => subscriptions.close(),
  };
}

const pushInto = (connection: ProtocolConnection): PushSink => ({
  push: (subscription, { text }) =>
    connection.send(
      `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${subscription}","result":${text}}}`,
    ),
  gone: () => isGone(connection.peer),
  overflow: () => connection.close(1008, 'too many notifications queued before the reply'),
});

function tooManyCalls(text: string, inFlight: number): string {
  const error = new RpcError(
    LIMIT_EXCEEDED,
    `too many calls in flight: ${inFlight} have no response yet; wait for one before sending more`,
  );
  return errorText(rawIdOf(text) ?? NULL_ID, error);
}
