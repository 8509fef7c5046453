/**
 * Decodes arguments and runs a route's handler. A HalleyError of the handler becomes an error response; any other
 * failure is a panic.
 */
import { refusalOf } from '../../kernel/errors.js';
import type { CallMeter } from '../monitoring/call_meter.js';
import type { ArgValues, NamedArg } from './protocol/decode_args.js';
import { decodeJsonArgs } from './protocol/decode_args.js';
import type { Outcome } from './protocol/envelope.js';
import { EnginePanic, internalError } from './protocol/error.js';
import type { JsonNode } from './protocol/json_node.js';
import type { IdRule } from './protocol/request.js';
import type { Answer, Route, RouteContext } from './route.js';

/** One dialect with its routes by name and the context of its calls. */
export interface Served {
  /** Empty at the root, otherwise for example `/v0.37`. */
  readonly prefix: string;
  readonly context: RouteContext;
  readonly routes: ReadonlyMap<string, Route>;
  readonly meter: CallMeter | undefined;
}

/** Go's reflection panics with this text when a call has no `params` but its method has arguments. */
const TOO_FEW = 'reflect: Call with too few input arguments';

/** Returns how the ids of requests are read in a dialect, or more leniently without `strict`. */
export const idRule = ({ strict, dialect }: Pick<RouteContext, 'strict' | 'dialect'>): IdRule =>
  !strict ? 'exact' : dialect.wholeIds === true ? 'whole' : 'cut';

/** Decodes the params of a call. Throws GoError for a bad argument and EnginePanic where the engine panics. */
export function paramsToArgs(args: readonly NamedArg[], params: JsonNode | undefined, strict: boolean): ArgValues {
  if (params !== undefined) return decodeJsonArgs(args, params, !strict);
  if (strict && args.length > 0) throw new EnginePanic(TOO_FEW);
  return decodeJsonArgs(args, { type: 'null', raw: 'null' }, !strict);
}

function refusal(error: unknown): Outcome {
  const refused = refusalOf(error);
  if (refused === undefined) throw error;
  return { error: internalError(refused.message) };
}

/** Runs a route's handler. Returns synchronously when the handler does; throws or rejects only when it panics. */
export function outcomeOf(
  { meter }: Served,
  { name }: Route,
  handle: () => Answer | Promise<Answer>,
): Outcome | Promise<Outcome> {
  try {
    const result = meter === undefined ? handle() : meter.measure(name, handle);
    return result instanceof Promise ? result.then((value) => ({ result: value }), refusal) : { result };
  } catch (error) {
    return refusal(error);
  }
}

/** Returns the text that a panic reports. */
export const panicText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
