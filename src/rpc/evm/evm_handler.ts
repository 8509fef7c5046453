/**
 * Serves the EVM JSON-RPC: POST to `/` and WebSocket on `/` (evm-json-rpc.md 9.1, 9.5). Over WebSocket it answers each
 * message as soon as the result is known, so a call that waits for a block does not delay others. Over HTTP it streams
 * a result that is too long to hold in memory, unless the request is part of a batch.
 */
import type { EvmDevelopment } from '../../backend/evm/node.js';
import type { EvmTransactionSink } from '../../backend/evm/pool.js';
import type { EvmForked } from '../../backend/evm/snapshots.js';
import { isGone } from '../../kernel/fair_scheduler.js';
import { fromUtf8 } from '../../kernel/text.js';
import type { CallKind } from '../jsonrpc/batch.js';
import { errorText } from '../jsonrpc/envelope.js';
import { LIMIT_EXCEEDED, RpcError } from '../jsonrpc/errors.js';
import { underEachName } from '../jsonrpc/method.js';
import { NULL_ID, rawIdOf } from '../jsonrpc/raw_ids.js';
import { type Answer, createResponder, createStreamingResponder, type Respond } from '../jsonrpc/responder.js';
import type {
  ProtocolConnection,
  ProtocolHandler,
  ProtocolRequest,
  ProtocolResponse,
  ProtocolSocket,
} from '../protocol_handler.js';
import type { EvmContext } from './context.js';
import { EVM_METHODS } from './methods/index.generated.js';
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

/**
 * Methods that change nothing and may wait for the remote of a forked chain. Those that follow each other in a
 * batch run at the same time, so that they wait together. Methods that consume something, such as
 * `eth_getFilterChanges`, are not among them.
 */
const READS: ReadonlySet<string> = new Set([
  ...['eth_call', 'eth_createAccessList', 'eth_estimateGas', 'eth_simulateV1'],
  ...['eth_getBalance', 'eth_getCode', 'eth_getProof', 'eth_getStorageAt', 'eth_getTransactionCount'],
  ...['eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber'],
  ...['eth_getHeaderByHash', 'eth_getHeaderByNumber', 'eth_getLogs', 'eth_feeHistory'],
  ...['eth_getRawTransactionByBlockHashAndIndex', 'eth_getRawTransactionByBlockNumberAndIndex'],
  ...['eth_getRawTransactionByHash', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'],
  ...['eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByBlockNumberAndIndex'],
  ...['eth_blobBaseFee', 'eth_blockNumber', 'eth_chainId', 'eth_gasPrice', 'eth_maxPriorityFeePerGas', 'net_version'],
]);

const isRead = (method: string): boolean => READS.has(method);

/**
 * Returns the kinds of a chain's methods. Reads wait only on a forked chain, for its remote. Signed transactions wait
 * together only where none of them makes a block, and changes of a developer only where they wait for a block.
 */
function callKinds(evm: EvmDevelopment & EvmForked & EvmTransactionSink): (method: string) => CallKind | undefined {
  const isForked = evm.forked !== undefined;
  const together = new Set<CallKind>();
  if (evm.sendsTogether === true) together.add('send');
  if (evm.changesTogether === true) together.add('change');
  const kinds = kindsByName(together);
  return (method) => (isForked && isRead(method) ? 'read' : kinds.get(method));
}

/** Maps the names of the methods that are marked as one of `together` to their kinds. */
const kindsByName = (together: ReadonlySet<CallKind>): ReadonlyMap<string, CallKind> =>
  new Map(
    EVM_METHODS.flatMap((method) => {
      const { kind } = method;
      return kind !== undefined && together.has(kind)
        ? underEachName(method).map(({ name }) => [name, kind] as const)
        : [];
    }),
  );

export function createEvmHandler(node: EvmService): ProtocolHandler {
  const { dispatcher, limits, options } = node;
  const { onCrash, schedule, scheduler } = options;
  const shared = {
    ...{ dispatcher, limits, onCrash, scheduler },
    clientOf: ({ peer }: EvmContext) => peer,
    kindOf: callKinds(options.slot.now.evmBackend),
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
  push: (subscription, { text }, method) =>
    connection.send(
      `{"jsonrpc":"2.0","method":"${method}","params":{"subscription":"${subscription}","result":${text}}}`,
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
