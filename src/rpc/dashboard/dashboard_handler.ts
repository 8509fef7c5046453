/**
 * Serves the dashboard: the files of the page, facts of the devnet, and the interfaces of its chains. `wire.ts` lists
 * the routes. Only programs of this machine and the page itself may use them (`guard.ts`).
 */
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { about } from './about.js';
import { artifactsResponse } from './artifacts.js';
import { chainResponse } from './chain_requests.js';
import type { DashboardDeps } from './deps.js';
import { Feed } from './feed.js';
import { fileNamed, fileServer } from './files.js';
import { callerProblem, requestProblem } from './guard.js';
import { json, refused, secured } from './responses.js';
import { Scenarios } from './scenarios.js';

type Answer = ProtocolResponse | Promise<ProtocolResponse>;

interface Route {
  readonly method: 'GET' | 'POST';
  answer(request: ProtocolRequest): Answer;
}

const BUG = refused(500, 'internal error: this is a bug of Halley');

/** Creates the protocol handler of the dashboard. */
export function createDashboardHandler(deps: DashboardDeps): ProtocolHandler {
  const routes = routesOf(deps);
  const feed = new Feed(deps);
  const serveFile = fileServer(() => deps.files());
  const answer = (request: ProtocolRequest): Answer => {
    const problem = requestProblem(request);
    if (problem !== undefined) return refused(403, problem);
    const file = fileNamed(request.path);
    const route = file === undefined ? routes.get(request.path) : fileRoute(() => serveFile(file, request));
    if (route !== undefined) return isMethod(request, route) ? route.answer(request) : wrongMethod(request, route);
    return chainResponse(request, deps.chains) ?? refused(404, `the dashboard has nothing at ${request.path}`);
  };
  const bug = (error: unknown): ProtocolResponse => {
    deps.onBug(error);
    return BUG;
  };
  return {
    name: 'dashboard',
    bodyTooLarge: secured(refused(413, 'the body is too large')),
    async handle(request) {
      try {
        return secured(await answer(request));
      } catch (error) {
        return secured(bug(error));
      }
    },
    openSocket: (connection) =>
      connection.path === '/feed' && callerProblem(connection) === undefined ? feed.open(connection) : undefined,
  };
}

function routesOf(deps: DashboardDeps): ReadonlyMap<string, Route> {
  const scenarios = new Scenarios(deps);
  return new Map<string, Route>([
    ['/about', { method: 'GET', answer: () => json(200, about(deps)) }],
    ['/artifacts', { method: 'GET', answer: () => artifactsResponse(deps.artifacts) }],
    ['/scenarios', { method: 'GET', answer: () => scenarios.list() }],
    ['/scenarios/run', { method: 'POST', answer: (request) => scenarios.run(request) }],
  ]);
}

const fileRoute = (answer: () => Answer): Route => ({ method: 'GET', answer });

const isMethod = ({ method }: ProtocolRequest, route: Route): boolean => method === route.method;

const wrongMethod = ({ method, path }: ProtocolRequest, route: Route): ProtocolResponse =>
  refused(405, `${path} does not accept ${method}: expected ${route.method}`, { allow: route.method });
