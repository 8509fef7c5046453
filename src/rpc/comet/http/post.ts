/**
 * Handles JSON-RPC over HTTP: one request or a batch in the body of a request to `/` (consensus-rpc.md 1.3, 1.5, 1.6).
 */

import { isGone } from '../../../kernel/fair_scheduler.js';
import { fromUtf8 } from '../../../kernel/text.js';
import type { ProtocolRequest, ProtocolResponse } from '../../protocol_handler.js';
import { outcomeOf, paramsToArgs, type Served } from '../call.js';
import type { ArgValues } from '../protocol/decode_args.js';
import { encodeResponse, type Outcome } from '../protocol/envelope.js';
import { GoError, invalidParams, METHOD_NOT_FOUND, parseError, type RpcError } from '../protocol/error.js';

import { type RpcRequest, readRequests } from '../protocol/request.js';
import type { Batch } from './early_checks.js';
import { answers, failure, isCacheable } from './response.js';

type Call = RpcRequest & { readonly type: 'call' };
interface Answer {
  readonly outcome: Outcome;
  readonly cacheable: boolean;
}

const refused = (error: RpcError): Answer => ({ outcome: { error }, cacheable: false });

async function answer(served: Served, { method, params }: Call): Promise<Answer> {
  const route = served.routes.get(method);
  if (route === undefined || route.transport === 'websocket') return refused(METHOD_NOT_FOUND);
  let args: ArgValues;
  try {
    args = paramsToArgs(route.args, params, served.context.strict);
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return refused(invalidParams(`error converting json params to arguments: ${error.message}`));
  }
  const outcome = await outcomeOf(served, route, () => route.call(served.context, args));
  const succeeds = served.context.strict || 'result' in outcome;
  return { outcome, cacheable: succeeds && isCacheable(route, args, served.context.strict) };
}

function read(
  { context: { strict } }: Served,
  { body }: ProtocolRequest,
  batch: Batch | undefined,
): readonly RpcRequest[] | ProtocolResponse {
  if (batch !== undefined && strict) return batch;
  try {
    return readRequests(fromUtf8(body), !strict);
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return failure(500, parseError(`error unmarshaling request: ${error.message}`));
  }
}

/**
 * Handles a POST request. `batch` is defined when an earlier check has read the body as a batch. The calls of a batch
 * run in the time slices of their client, and stop when the client has disconnected.
 */
export async function handlePost(
  served: Served,
  request: ProtocolRequest,
  batch: Batch | undefined,
): Promise<ProtocolResponse> {
  const requests = read(served, request, batch);
  if ('status' in requests) return requests;
  const responses: string[] = [];
  let cacheable = true;
  for (const call of requests) {
    if (call.type === 'notification') continue;
    const slice = requests.length === 1 ? undefined : await served.context.scheduler?.begin(request.peer);
    if (slice !== undefined && isGone(slice.client)) {
      slice.end();
      return answers([], false);
    }
    // The time that a call spends waiting is not charged to the batch.
    const answering = answer(served, call);
    slice?.end();
    const { outcome, cacheable: keeps } = await answering;
    cacheable &&= keeps;
    responses.push(encodeResponse(call.id, outcome));
  }
  return answers(responses, cacheable);
}
