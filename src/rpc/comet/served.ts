/** One dialect made ready to serve: its routes by name, and what a call needs. */
import type { CometPort } from '../ports.js';
import type { Dialect } from './dialects/dialect.js';
import type { CometLimits } from './options.js';
import type { Route, RouteContext } from './route.js';

export interface Served {
  /** Empty at the root, else `/v0.37`. */
  readonly prefix: string;
  readonly context: RouteContext;
  readonly routes: ReadonlyMap<string, Route>;
  /** Whether the engine's harsher ways are copied; see CometOptions. */
  readonly strict: boolean;
}

const withArgs = (route: Route, more: NonNullable<Dialect['moreArgs']>[string] | undefined): Route =>
  more === undefined ? route : { ...route, args: [...route.args, ...more] };

export const serve = (
  prefix: string,
  dialect: Dialect,
  all: readonly Route[],
  rest: { readonly port: CometPort; readonly limits: CometLimits; readonly strict: boolean },
): Served => ({
  prefix,
  context: { port: rest.port, limits: rest.limits, dialect },
  routes: new Map(
    all
      .filter(({ name }) => !dialect.absentRoutes.includes(name))
      .map((route) => [route.name, withArgs(route, dialect.moreArgs?.[route.name])]),
  ),
  strict: rest.strict,
});
