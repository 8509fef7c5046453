/** One dialect made ready to serve: its routes by name, and what a call needs. */
import type { Dialect } from './dialects/dialect.js';
import type { Route, RouteContext } from './route.js';

export interface Served {
  /** Empty at the root, else `/v0.37`. */
  readonly prefix: string;
  readonly context: RouteContext;
  readonly routes: ReadonlyMap<string, Route>;
}

const withArgs = (route: Route, more: NonNullable<Dialect['moreArgs']>[string] | undefined): Route =>
  more === undefined ? route : { ...route, args: [...route.args, ...more] };

/** `all` are the routes that the configuration offers. */
export const serve = (prefix: string, context: RouteContext, all: readonly Route[]): Served => ({
  prefix,
  context,
  routes: new Map(
    all
      .filter(({ name }) => !context.dialect.absentRoutes.includes(name))
      .map((route) => [route.name, withArgs(route, context.dialect.moreArgs?.[route.name])]),
  ),
});
