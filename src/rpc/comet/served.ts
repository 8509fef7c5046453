/** Combines one dialect with its routes by name and the context of its calls. */
import type { Dialect } from './dialects/dialect.js';
import type { Route, RouteContext } from './route.js';

export interface Served {
  /** Is empty at the root, otherwise for example `/v0.37`. */
  readonly prefix: string;
  readonly context: RouteContext;
  readonly routes: ReadonlyMap<string, Route>;
}

const withArgs = (route: Route, more: NonNullable<Dialect['moreArgs']>[string] | undefined): Route =>
  more === undefined ? route : { ...route, args: [...route.args, ...more] };

/** Builds the routes of a dialect; `all` are the routes that the configuration offers. */
export const serve = (prefix: string, context: RouteContext, all: readonly Route[]): Served => ({
  prefix,
  context,
  routes: new Map(
    all
      .filter(({ name }) => !context.dialect.absentRoutes.includes(name))
      .map((route) => [route.name, withArgs(route, context.dialect.moreArgs?.[route.name])]),
  ),
});
