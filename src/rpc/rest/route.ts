/**
 * A route of a REST surface: one definition gives its dispatch, its checks, its refusals and its part of the OpenAPI
 * document. No sockets and no framework here: `src/server/rest` hosts routes.
 */
import type { Problem } from './problem.js';
import type { JsonSchema, Known, Of, Shape, Wrong } from './shape.js';

export type Method = 'GET' | 'POST';

/** What a route answers: JSON with status 200, a page, or a refusal. */
export type RestAnswer = { readonly json: unknown } | { readonly html: string } | { readonly problem: Problem };

/** An answer, or the steps to it, each of which is short: others have their turn between two. */
export type RestSteps = RestAnswer | Generator<void, RestAnswer>;

export interface RestRoute {
  /** The first is the one that is documented; the others are older names. */
  readonly paths: readonly [string, ...string[]];
  readonly methods: readonly Method[];
  readonly summary: string;
  /** Of the body of POST, or of the query of GET. */
  readonly input?: Shape<unknown>;
  readonly known?: Known;
  /** Of the answer with status 200, for the document and for tests: answers are not bent to it. */
  readonly answer: JsonSchema;
  /** An input that is answered, for the document. */
  readonly example?: unknown;
  /** What is said of an input that does not have its shape. */
  refusal(wrong: Wrong): Problem;
  handle(input: unknown): RestSteps;
}

/** A route that is told later what it asks. */
export interface RouteOf<C> {
  readonly paths: readonly [string, ...string[]];
  bind(context: C, known: Known): RestRoute;
}

export interface RouteOptions<C, S extends Shape<unknown>> extends Omit<RestRoute, 'input' | 'handle' | 'known'> {
  readonly input: S;
  handle(context: C, input: Of<S>): RestSteps;
}

/** `handle` is given what has the shape of `input`. */
export function defineRoute<C, S extends Shape<unknown>>(options: RouteOptions<C, S>): RouteOf<C> {
  const { handle, ...route } = options;
  return {
    paths: options.paths,
    bind: (context, known) => ({ ...route, known, handle: (input) => handle(context, input as Of<S>) }),
  };
}
