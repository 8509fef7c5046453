/**
 * Serves a REST service as a protocol handler. It loads fastify at the first request, so that a devnet without such
 * requests does not need it. The listener has already limited the request and checked its host.
 */
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { ProtocolHandler, ProtocolResponse } from '../../rpc/protocol_handler.js';
import { BODY_TOO_LARGE, INTERNAL, problemBody } from '../../rpc/rest/problem.js';
import type { RestService } from '../../rpc/rest/service.js';
import { ANY_PAGE } from './any_page.js';
import type { RestApp } from './fastify_app.js';

export interface RestOptions {
  /** Path under which the service is also available besides the root: `/api/skip`. */
  readonly prefix?: string;
  /** Receives failures that are bugs of Halley; the client gets `internal server error`. */
  readonly onBug?: (error: unknown) => void;
  /** Makes long responses in time slices; without it each runs without a pause. */
  readonly scheduler?: FairScheduler;
}

const json = (status: number, body: object): ProtocolResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...ANY_PAGE },
  body: JSON.stringify(body),
});

export function createRestHandler(service: RestService, options: RestOptions = {}): ProtocolHandler {
  const { prefix = '', onBug, scheduler } = options;
  let app: Promise<RestApp> | undefined;
  const load = async (): Promise<RestApp> =>
    (await import('./fastify_app.js')).createFastifyApp(service, onBug, scheduler);
  return {
    name: service.name,
    bodyTooLarge: json(BODY_TOO_LARGE.status, problemBody(BODY_TOO_LARGE)),
    async handle(request) {
      try {
        app ??= load();
        return await (await app)({ ...request, path: withoutPrefix(request.path, prefix) });
      } catch (error) {
        onBug?.(error);
        return json(INTERNAL.status, problemBody(INTERNAL));
      }
    },
  };
}

const withoutPrefix = (path: string, prefix: string): string =>
  prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`)) ? path.slice(prefix.length) || '/' : path;
