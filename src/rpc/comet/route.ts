/**
 * The definition of a route: from its one file come dispatch, decoding of arguments, caching, the index page and the
 * docs. Handlers ask the port in domain types, throw HalleyError to refuse, and leave JSON to the dialect.
 */

import type { CometBackend } from '../../backend/comet.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { Dialect } from './dialects/dialect.js';
import type { GenesisText } from './genesis_text.js';
import type { CometLimits } from './options.js';
import type { ArgKind } from './protocol/arg_kind.js';
import type { ArgValues, NamedArg } from './protocol/decode_args.js';
import type { Json, JsonText } from './protocol/json.js';
import type { ResponseCache } from './response_cache.js';
import type { Subscriber } from './subscriptions/subscriber.js';
import type { TxProofs } from './tx_proof.js';

export interface RouteContext {
  readonly backend: CometBackend;
  readonly dialect: Dialect;
  readonly limits: CometLimits;
  /** Whether the engine's harsher ways are copied; see CometOptions. */
  readonly strict: boolean;
  /** See CometOptions. */
  readonly closeOnSlowClient: boolean;
  readonly proofs: TxProofs;
  /** Both of this dialect. */
  readonly kept: ResponseCache;
  readonly genesisText: GenesisText;
  /** See CometOptions. */
  readonly scheduler: FairScheduler | undefined;
}

/** What a handler gives: JSON, or its text where that is kept. */
export type Answer = Json | JsonText;

/** Of a call over WebSocket. */
export interface SocketContext extends RouteContext {
  readonly subscriber: Subscriber;
  /** The request's id as JSON text. */
  readonly id: string;
}

/**
 * `with-height`: the answer may be kept when `height` was given, since it then never changes. `moving`: the engine lets it
 * be kept, though it moves with the chain.
 */
export type Caching = 'never' | 'always' | 'with-height' | 'moving';

interface RouteFacts<A> {
  /** On the wire; also the name of the file. */
  readonly name: string;
  /** One sentence for the docs. */
  readonly summary: string;
  /** A URI that shows the route, with its query; run by the tests. For a route of WebSocket alone, what its call would be. */
  readonly example: string;
  /** In positional order. */
  readonly args: A;
  readonly caching: Caching;
  /** Steers the node: offered only when the configuration says so. */
  readonly unsafe?: boolean;
}

type Kinds = Readonly<Record<string, ArgKind<unknown>>>;
/** Those of the route, and whatever a dialect adds to them (`Dialect.moreArgs`). */
type Values<A extends Kinds> = { readonly [K in keyof A]: A[K] extends ArgKind<infer T> ? T : never } & ArgValues;

export type Route = RouteFacts<readonly NamedArg[]> &
  (
    | { readonly transport: 'any'; call(context: RouteContext, args: ArgValues): Answer | Promise<Answer> }
    | { readonly transport: 'websocket'; call(context: SocketContext, args: ArgValues): Json }
  );

const named = (args: Kinds): readonly NamedArg[] => Object.entries(args).map(([name, kind]) => ({ name, kind }));

/** A route that every protocol offers. */
export const defineRoute = <A extends Kinds>(
  route: RouteFacts<A> & { handle(context: RouteContext, args: Values<A>): Answer | Promise<Answer> },
): Route => ({
  ...route,
  args: named(route.args),
  transport: 'any',
  call: (context, args) => route.handle(context, args as Values<A>),
});

/** A route of WebSocket connections. */
export const defineSocketRoute = <A extends Kinds>(
  route: RouteFacts<A> & { handle(context: SocketContext, args: Values<A>): Json },
): Route => ({
  ...route,
  args: named(route.args),
  transport: 'websocket',
  call: (context, args) => route.handle(context, args as Values<A>),
});
