/** Handles URI over HTTP: `GET /<method>?<name>=<value>` (consensus-rpc.md 1.3, 1.7). The HTTP method is ignored. */
import { fromUtf8 } from '../../../kernel/text.js';
import type { ProtocolRequest, ProtocolResponse } from '../../protocol_handler.js';
import { outcomeOf, type Served } from '../call.js';
import { type ArgValues, decodeUriArgs } from '../protocol/decode_args.js';
import { encodeResponse, NO_ID } from '../protocol/envelope.js';
import { GoError, invalidParams, METHOD_NOT_FOUND } from '../protocol/error.js';
import type { Route } from '../route.js';
import { answers, failure, isCacheable } from './response.js';

const METHODS_WITH_FORM: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export async function handleUri(served: Served, route: Route, request: ProtocolRequest): Promise<ProtocolResponse> {
  if (route.transport === 'websocket') return failure(404, METHOD_NOT_FOUND, NO_ID);
  let args: ArgValues;
  try {
    args = decodeUriArgs(route.args, parameterLookup(request));
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return failure(500, invalidParams(`error converting http params to arguments: ${error.message}`), NO_ID);
  }
  const outcome = await outcomeOf(served, route, () => route.call(served.context, args));
  if ('error' in outcome) return failure(500, outcome.error, NO_ID);
  return answers([encodeResponse(NO_ID, outcome)], isCacheable(route, args, served.context.strict));
}

/** Reads parameters from the query string first, then from a form in the body. */
function parameterLookup({ method, query, headers, body }: ProtocolRequest): (name: string) => string {
  const fromQuery = parseQueryString(query);
  const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false;
  const fromForm =
    METHODS_WITH_FORM.has(method) && isForm ? parseQueryString(fromUtf8(body)) : new Map<string, string>();
  return (name) => fromQuery.get(name) || fromForm.get(name) || '';
}

function unescapeComponent(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Returns the first value of each name, like Go's `url.ParseQuery`: drops a pair with a broken escape or a `;`. */
function parseQueryString(query: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const equals = pair.indexOf('=');
    const name = unescapeComponent(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeComponent(equals < 0 ? '' : pair.slice(equals + 1));
    if (name !== undefined && value !== undefined && !values.has(name)) values.set(name, value);
  }
  return values;
}
