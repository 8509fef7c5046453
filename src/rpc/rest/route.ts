/**
 * Defines a route of a REST service: one definition gives its dispatch, checks, refusals and part of the OpenAPI
 * document. It has no sockets and no framework; `src/server/rest` hosts routes.
 */
import type { Problem } from './problem.js';
import type { JsonSchema, Known, Of, Shape, Wrong } from './shape.js';

export type Method = 'GET' | 'POST';

/** Response: JSON with status 200, a page, or a refusal. */
export type RestAnswer = { readonly json: unknown } | { readonly html: string } | { readonly problem: Problem };

/** Response, or a generator of short steps to it. Other requests may run between two steps. */
export type RestSteps = RestAnswer | Generator<void, RestAnswer>;

export interface RestRoute {
  /** Paths of the route. The first is documented; the others are older names. */
  readonly paths: readonly [string, ...string[]];
  readonly methods: readonly Method[];
  readonly summary: string;
  /** Body of POST, or the query of GET. */
  readonly input?: Shape<unknown>;
  readonly known?: Known;
  /** Response with status 200, for the document and for tests. It is not enforced at run time. */
  readonly answer: JsonSchema;
  /** Valid input, for the document. */
  readonly example?: unknown;
  /** Returns the refusal of an input that does not have its shape. */
  refusal(wrong: Wrong): Problem;
  handle(input: unknown): RestSteps;
}

/** Route that still needs a context. */
export interface RouteOf<C> {
  readonly paths: readonly [string, ...string[]];
  bind(context: C, known: Known): RestRoute;
}

export interface RouteOptions<C, S extends Shape<unknown>> extends Omit<RestRoute, 'input' | 'handle' | 'known'> {
  readonly input: S;
  handle(context: C, input: Of<S>): RestSteps;
}

/** Defines a route. `handle` receives a value that has the shape of `input`. */
export function defineRoute<C, S extends Shape<unknown>>(options: RouteOptions<C, S>): RouteOf<C> {
  const { handle, ...route } = options;
  return {
    paths: options.paths,
    bind: (context, known) => ({ ...route, known, handle: (input) => handle(context, input as Of<S>) }),
  };
}
