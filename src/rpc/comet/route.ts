/**
 * Defines a route. Dispatch, argument decoding, caching, the index page and the docs all follow from its one file.
 * Handlers query the backend in domain types, throw HalleyError to refuse, and leave JSON to the dialect.
 */
import type { CometBackend } from '../../backend/comet.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { Json } from '../../kernel/json.js';
import type { Dialect } from './dialects/dialect.js';
import type { GenesisText } from './genesis_text.js';
import type { CometLimits } from './options.js';
import type { ArgKind } from './protocol/arg_kind.js';
import type { ArgValues, NamedArg } from './protocol/decode_args.js';
import type { JsonText } from './protocol/json.js';
import type { ResponseCache } from './response_cache.js';
import type { Subscriber } from './subscriptions/subscriber.js';
import type { TxProofs } from './tx_proof.js';

export interface RouteContext {
  /** Backend of the chain that has the slot now. */
  readonly backend: CometBackend;
  readonly dialect: Dialect;
  readonly limits: CometLimits;
  /** Copies the engine's inconvenient behavior; see CometOptions. */
  readonly strict: boolean;
  /** Ends subscriptions of slow clients early; see CometOptions. */
  readonly closeOnSlowClient: boolean;
  readonly proofs: TxProofs;
  /** Responses of this dialect; `genesisText` belongs to this dialect too. */
  readonly cache: ResponseCache;
  readonly genesisText: GenesisText;
  /** Shares time among clients; see CometOptions. */
  readonly scheduler: FairScheduler | undefined;
}

/** Result of a handler: JSON, or its text when it is cached. */
export type Answer = Json | JsonText;

export interface SocketContext extends RouteContext {
  readonly subscriber: Subscriber;
  /** Id of the request as JSON text. */
  readonly id: string;
}

/**
 * Decides whether proxies may cache the response. `with-height`: only when `height` was given, since the response then
 * never changes. `moving`: the engine allows it, although the response changes with the chain.
 */
export type Caching = 'never' | 'always' | 'with-height' | 'moving';

interface RouteFacts<A> {
  /** Name on the wire and of the file. */
  readonly name: string;
  /** One sentence about the route, for the docs. */
  readonly summary: string;
  /**
   * URI that shows the route, with its query; the tests run it. For a WebSocket-only route it shows the equivalent
   * call.
   */
  readonly example: string;
  /** Arguments in positional order. */
  readonly args: A;
  readonly caching: Caching;
  /** Whether the route changes the node, so that it is offered only when the configuration allows it. */
  readonly unsafe?: boolean;
}

type Kinds = Readonly<Record<string, ArgKind<unknown>>>;
/** Values of the route's arguments, and of those that a dialect adds (`Dialect.moreArgs`). */
type Values<A extends Kinds> = { readonly [K in keyof A]: A[K] extends ArgKind<infer T> ? T : never } & ArgValues;

export type Route = RouteFacts<readonly NamedArg[]> &
  (
    | { readonly transport: 'any'; call(context: RouteContext, args: ArgValues): Answer | Promise<Answer> }
    | { readonly transport: 'websocket'; call(context: SocketContext, args: ArgValues): Json }
  );

const named = (args: Kinds): readonly NamedArg[] => Object.entries(args).map(([name, kind]) => ({ name, kind }));

/** Defines a route that every transport offers. */
export const defineRoute = <A extends Kinds>(
  route: RouteFacts<A> & { handle(context: RouteContext, args: Values<A>): Answer | Promise<Answer> },
): Route => ({
  ...route,
  args: named(route.args),
  transport: 'any',
  call: route.handle as (context: RouteContext, args: ArgValues) => Answer | Promise<Answer>,
});

/** Defines a route of WebSocket connections only. */
export const defineSocketRoute = <A extends Kinds>(
  route: RouteFacts<A> & { handle(context: SocketContext, args: Values<A>): Json },
): Route => ({
  ...route,
  args: named(route.args),
  transport: 'websocket',
  call: route.handle as (context: SocketContext, args: ArgValues) => Json,
});
