/**
 * Calls a method's handler by name with decoded parameters. Transports and in-process callers share it. It does not
 * encode results, and a synchronous handler returns synchronously.
 */
import { type CallMeter, UNKNOWN_METHOD } from '../monitoring/call_meter.js';
import { DecodeError, invalidParams, methodNotFound, type RpcError } from './errors.js';
import type { Method, Param } from './method.js';

export interface Dispatcher<C> {
  /**
   * Returns the result (perhaps Encoded) or a promise of it. Throws or rejects with RpcError, HalleyError, or whatever
   * a bug throws.
   */
  call(context: C, name: string, params: unknown): unknown;
}

export interface DispatcherOptions<C> {
  readonly methods: readonly Method<C>[];
  /** Returns a method that only this caller may use. It is asked for names that `methods` lacks. */
  readonly forCaller?: (context: C, name: string) => Method<C> | undefined;
  /** Returns an error that explains why a method is missing, where more is known. */
  readonly missing?: (name: string) => RpcError | undefined;
  /** Throws RpcError when this caller may not use a `trustedOnly` method. */
  readonly authorize: (context: C, method: Method<C>) => void;
  /** Counter of the calls. */
  readonly meter?: CallMeter | undefined;
}

export function createDispatcher<C>({
  methods,
  forCaller,
  missing,
  authorize,
  meter,
}: DispatcherOptions<C>): Dispatcher<C> {
  const byName = new Map(methods.map((method) => [method.name, method]));
  const find = (context: C, name: string): Method<C> | undefined => byName.get(name) ?? forCaller?.(context, name);
  const run = (method: Method<C> | undefined, context: C, name: string, params: unknown): unknown => {
    if (method === undefined) throw missing?.(name) ?? methodNotFound(name);
    if (method.trustedOnly) authorize(context, method);
    return method.handler(context, decodeArguments(method.params, params), params);
  };
  if (meter === undefined) return { call: (context, name, params) => run(find(context, name), context, name, params) };
  return {
    call: (context, name, params) => {
      const method = find(context, name);
      return meter.measure(method === undefined ? UNKNOWN_METHOD : name, () => run(method, context, name, params));
    },
  };
}

const NO_ARGUMENTS: readonly unknown[] = [];

/** Decodes positional arguments. Absent, null and empty params are equal (geth's `parsePositionalArguments`). */
export function decodeArguments(params: readonly Param<unknown>[], given: unknown): readonly unknown[] {
  if (given !== undefined && given !== null && !Array.isArray(given)) throw invalidParams('non-array args');
  const args: readonly unknown[] = given ?? NO_ARGUMENTS;
  const decoded = params.length === 0 ? NO_ARGUMENTS : params.map((param, i) => decodeArgument(param, args[i], i));
  if (args.length > params.length) throw invalidParams(`too many arguments, want at most ${params.length}`);
  return decoded;
}

function decodeArgument(param: Param<unknown>, value: unknown, index: number): unknown {
  if (value === undefined || (value === null && param.nullable)) {
    if (param.required) throw invalidParams(`missing value for required argument ${index}`);
    return param.fallback;
  }
  try {
    return param.decode(value);
  } catch (error) {
    if (error instanceof DecodeError) throw invalidParams(`invalid argument ${index}: ${error.message}`);
    throw error;
  }
}
