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
  /** Observes the calls without changing them. */
  readonly watch?: CallWatch | undefined;
}

export interface CallWatch {
  /** Whether the observer needs no reports. */
  readonly quiet: boolean;
  called(method: string): void;
  /** Reports a failed call; `thrown` is what the method threw. */
  failed(method: string, thrown: unknown): void;
}

export function createDispatcher<C>(options: DispatcherOptions<C>): Dispatcher<C> {
  const { methods, forCaller, missing, authorize, meter, watch } = options;
  const byName = new Map(methods.map((method) => [method.name, method]));
  const run = (method: Method<C> | undefined, context: C, name: string, params: unknown): unknown => {
    if (method === undefined) throw missing?.(name) ?? methodNotFound(name);
    if (method.trustedOnly) authorize(context, method);
    return method.handler(context, decodeArguments(method.params, params), params);
  };
  const call = (context: C, name: string, params: unknown): unknown => {
    const method = byName.get(name) ?? forCaller?.(context, name);
    if (meter === undefined) return run(method, context, name, params);
    return meter.measure(method === undefined ? UNKNOWN_METHOD : name, () => run(method, context, name, params));
  };
  if (watch === undefined) return { call };
  return {
    call: (context, name, params) =>
      watch.quiet ? call(context, name, params) : observed(watch, name, () => call(context, name, params)),
  };
}

function observed(watch: CallWatch, name: string, call: () => unknown): unknown {
  watch.called(name);
  const failed = (error: unknown): void => watch.failed(name, error);
  try {
    const result = call();
    if (result instanceof Promise) result.catch(failed);
    return result;
  } catch (error) {
    failed(error);
    throw error;
  }
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
