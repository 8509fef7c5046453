/**
 * A REST service as a surface. fastify carries it, and is loaded at the first request: a devnet that nobody asks over this
 * door does without it. The listener has already bounded the request and checked its host.
 */
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { ProtocolHandler, ProtocolResponse } from '../../rpc/protocol_handler.js';
import { BODY_TOO_LARGE, INTERNAL, problemBody } from '../../rpc/rest/problem.js';
import type { RestService } from '../../rpc/rest/service.js';
import { ANY_PAGE } from './any_page.js';
import type { RestApp } from './fastify_app.js';

export interface RestOptions {
  /** Served under this path as well as at the root: `/api/skip`. */
  readonly prefix?: string;
  /** Hears of failures that are bugs of ours; the client gets `internal server error`. */
  readonly onBug?: (error: unknown) => void;
  /** Long answers are made in turns; without it each in one go. */
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
