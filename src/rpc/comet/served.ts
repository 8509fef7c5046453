/** Combines one dialect with its routes by name and the context of its calls. */
import type { CallMeter } from '../monitoring/call_meter.js';
import type { Dialect } from './dialects/dialect.js';
import type { ArgValues } from './protocol/decode_args.js';
import type { Route, RouteContext, SocketContext } from './route.js';

export interface Served {
  /** Empty at the root, otherwise for example `/v0.37`. */
  readonly prefix: string;
  readonly context: RouteContext;
  readonly routes: ReadonlyMap<string, Route>;
}

const withArgs = (route: Route, more: NonNullable<Dialect['moreArgs']>[string] | undefined): Route =>
  more === undefined ? route : { ...route, args: [...route.args, ...more] };

/** Makes a route that counts its calls. */
export function meteredRoute(route: Route, meter: CallMeter): Route {
  const { name } = route;
  if (route.transport === 'any')
    return {
      ...route,
      call: (context: RouteContext, args: ArgValues) => meter.measure(name, () => route.call(context, args)),
    };
  return {
    ...route,
    call: (context: SocketContext, args: ArgValues) => meter.measure(name, () => route.call(context, args)),
  };
}

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
