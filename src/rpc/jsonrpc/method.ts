/**
 * One definition of a method: its name, positional parameters, handler, documentation and a tested example. Dispatch,
 * decoding, error texts, the docs row and the example test all come from it.
 */

/** One positional parameter. */
export interface Param<T> {
  /** For people: `block`. */
  readonly name: string;
  /** For people: `20-byte data`. */
  readonly kind: string;
  readonly required: boolean;
  /** What an absent argument stands for, when it is not required. */
  readonly fallback: T | undefined;
  /** A null is an absent argument, as for Go's pointers; elsewhere it is a value, which the decoder judges. */
  readonly nullable: boolean;
  /** Throws DecodeError with the decoder's text. */
  readonly decode: (value: unknown) => T;
}

export interface Example {
  /** Asked before it, where the chain as it is has nothing to show. */
  readonly first?: readonly (readonly [method: string, ...params: unknown[]])[];
  readonly params: readonly unknown[];
  /** What the tests' little chain answers; of an object, the members worth showing. */
  readonly result: unknown;
  /** Of what nobody is given, or needs several chains: what a chain alone refuses it with. */
  readonly alone?: string;
}

/** Another name by which other nodes have the same method. */
export interface Alias {
  readonly name: string;
  /** What they answer there, made of what the method answers; the same without it. */
  readonly answer?: (result: unknown) => unknown;
}

export interface MethodDocs {
  readonly name: string;
  readonly aliases: readonly Alias[];
  /** One line. */
  readonly summary: string;
  /** The result's kind: `quantity`. */
  readonly result: string;
  readonly example: Example;
}

/** What the dispatcher needs; `C` is what handlers are given: ports, limits, who asks. */
export interface Method<C> extends MethodDocs {
  /** Under which it is enabled: the name's beginning, unless the name belongs to another. */
  readonly namespace: string;
  readonly params: readonly Param<unknown>[];
  /** Acts with the node's keys or steers the chain: answers trusted callers only. */
  readonly trustedOnly: boolean;
  /**
   * `args` are the decoded arguments, one for each of `params`. A value (Encoded where it
   * is asked for often), or a promise where something has to happen.
   */
  readonly handler: (context: C, args: readonly unknown[]) => unknown;
}

type Params<A extends readonly unknown[]> = { readonly [K in keyof A]: Param<A[K]> };

export interface MethodSpec<C, A extends readonly unknown[]> extends Omit<MethodDocs, 'aliases'> {
  readonly aliases?: readonly (string | Alias)[];
  readonly namespace?: string;
  readonly params: readonly [...Params<A>];
  readonly trustedOnly?: true;
  readonly handler: (context: C, ...args: A) => unknown;
}

/** Checks that the handler takes what the parameters decode to, then forgets their types. */
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
    handler: (context, args) => handler(context, ...(args as A)),
  };
}

const namespaceOf = (method: string): string => method.slice(0, method.indexOf('_'));

/** A method under its own name and under all others, as it answers there. */
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
    handler: (context, args) => {
      const result = handler(context, args);
      return result instanceof Promise ? result.then(answer) : answer(result);
    },
    example: { ...example, result: answer(example.result) },
  };
}

export function required<T>(name: string, kind: string, decode: (value: unknown) => T): Param<T> {
  return { name, kind, required: true, fallback: undefined, nullable: false, decode };
}

/** Undefined when it is not given. */
export function optional<T>(name: string, kind: string, decode: (value: unknown) => T): Param<T | undefined> {
  return { name, kind, required: false, fallback: undefined, nullable: true, decode };
}

export function defaulted<T>(name: string, kind: string, fallback: T, decode: (value: unknown) => T): Param<T> {
  return { name, kind, required: false, fallback, nullable: true, decode };
}
