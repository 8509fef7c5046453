/**
 * Defines a method: its name, positional parameters, handler, documentation and a tested example. Dispatch, decoding,
 * error texts, the docs row and the example test all come from it.
 */
import type { CallKind } from './batch.js';

/** Defines one positional parameter. */
export interface Param<T> {
  /** Name in the docs: `block`. */
  readonly name: string;
  /** Kind of value in the docs: `20-byte data`. */
  readonly kind: string;
  readonly required: boolean;
  /** Value of an absent argument that is not required. */
  readonly fallback: T | undefined;
  /** Treats null as an absent argument, as for Go's pointers. Otherwise the decoder gets the null. */
  readonly nullable: boolean;
  /** Decodes a value. Throws DecodeError with the decoder's text. */
  readonly decode: (value: unknown) => T;
}

/** Call of an example. */
export interface ExampleCall {
  /** Calls to make before the example, where the chain has nothing to show without them. */
  readonly first?: readonly (readonly [method: string, ...params: unknown[]])[];
  readonly params: readonly unknown[];
  /** Error on a single chain, for a method that always refuses or that needs several chains. */
  readonly alone?: string;
}

export interface Example extends ExampleCall {
  /** Result on the tests' chain. Of an object, it has the members worth showing. */
  readonly result: unknown;
}

/** Defines another name that other nodes have for the same method. */
export interface Alias {
  readonly name: string;
  /** Converts the method's result to that of the alias. Without it the result is the same. */
  readonly answer?: (result: unknown) => unknown;
}

export interface MethodDocs {
  readonly name: string;
  readonly aliases: readonly Alias[];
  /** One line about the method. */
  readonly summary: string;
  /** Kind of the result: `quantity`. */
  readonly result: string;
  readonly example: Example;
}

/** Method as the dispatcher needs it. `C` is the context of handlers: backends, limits, the caller. */
export interface Method<C> extends MethodDocs {
  /** Namespace that enables the method. Default: the first part of the name. */
  readonly namespace: string;
  readonly params: readonly Param<unknown>[];
  /** Whether only trusted callers may use it, because it uses the node's keys or changes the chain. */
  readonly trustedOnly: boolean;
  /** Kind of its calls that wait at the same time in a batch, on a chain where they wait. */
  readonly kind?: CallKind;
  /**
   * Runs the method. `args` are the decoded arguments, one for each of `params`. Returns a value (Encoded where it is
   * requested often), or a promise where it has to wait. `given` are the arguments as the caller sent them.
   */
  readonly handler: (context: C, args: readonly unknown[], given?: unknown) => unknown;
}

type Params<A extends readonly unknown[]> = { readonly [K in keyof A]: Param<A[K]> };

export interface MethodSpec<C, A extends readonly unknown[]> extends Omit<MethodDocs, 'aliases'> {
  readonly aliases?: readonly (string | Alias)[];
  readonly namespace?: string;
  readonly params: readonly [...Params<A>];
  readonly trustedOnly?: true;
  readonly kind?: CallKind;
  readonly handler: (context: C, ...args: A) => unknown;
}

/** Checks that the handler's parameters match what `params` decode to, then drops their types. */
export function defineMethod<C, A extends readonly unknown[]>(spec: MethodSpec<C, A>): Method<C> {
  const { handler } = spec;
  return {
    name: spec.name,
    aliases: (spec.aliases ?? []).map((alias) => (typeof alias === 'string' ? { name: alias } : alias)),
    namespace: spec.namespace ?? namespaceOf(spec.name),
    summary: spec.summary,
    result: spec.result,
    example: spec.example,
    params: spec.params as readonly Param<unknown>[],
    trustedOnly: spec.trustedOnly ?? false,
    kind: spec.kind,
    handler: (context, args) => handler(context, ...(args as A)),
  };
}

const namespaceOf = (method: string): string => method.slice(0, method.indexOf('_'));

/** Returns a method under its own name and under all aliases, each with the alias's form of the result. */
export const underEachName = <C>(method: Method<C>): readonly Method<C>[] => [
  method,
  ...method.aliases.map((alias) => underAlias(method, alias)),
];

function underAlias<C>(method: Method<C>, { name, answer }: Alias): Method<C> {
  const renamed = { ...method, name, namespace: namespaceOf(name), aliases: [] };
  if (answer === undefined) return renamed;
  const { handler, example } = method;
  return {
    ...renamed,
    handler: (context, args, given) => {
      const result = handler(context, args, given);
      return result instanceof Promise ? result.then(answer) : answer(result);
    },
    example: { ...example, result: answer(example.result) },
  };
}

export function required<T>(name: string, kind: string, decode: (value: unknown) => T): Param<T> {
  return { name, kind, required: true, fallback: undefined, nullable: false, decode };
}

/** Defines a parameter that is undefined when it is absent. */
export function optional<T>(name: string, kind: string, decode: (value: unknown) => T): Param<T | undefined> {
  return { name, kind, required: false, fallback: undefined, nullable: true, decode };
}

export function defaulted<T>(name: string, kind: string, fallback: T, decode: (value: unknown) => T): Param<T> {
  return { name, kind, required: false, fallback, nullable: true, decode };
}
