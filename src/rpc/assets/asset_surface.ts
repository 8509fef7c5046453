/**
 * Interface C: the asset-reachability API (asset-reachability.md 1). It answers CORS by itself, since every browser page
 * may ask: host it without a CORS policy. Credentials are ignored; there is no rate limit.
 */
import type { AssetPort } from '../ports/assets.js';
import type { Headers, Surface, SurfaceRequest, SurfaceResponse } from '../surface.js';
import { assetsFromSource } from './assets_from_source.js';
import { BODY_TOO_LARGE, INTERNAL, METHOD_NOT_ALLOWED, NOT_FOUND, type Problem } from './problem.js';

export interface AssetOptions {
  /** Bytes of a request body; 1 MiB without. */
  readonly bodyBytes?: number;
  /** Hears of failures that are bugs of ours; the client gets `internal server error`. */
  readonly onBug?: (error: unknown) => void;
}

const DEFAULT_BODY_BYTES = 1024 * 1024;
/** The second is an older name that wallets still call; its body has a `client_id`, which is ignored. */
const PATHS: ReadonlySet<string> = new Set(['/v2/fungible/assets_from_source', '/v1/fungible/assets_from_source']);
const JSON_HEADERS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

const answer = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): SurfaceResponse => ({
  status,
  headers: { ...JSON_HEADERS, ...headers },
  body: JSON.stringify(body),
});

const refuse = ({ status, code, message }: Problem): SurfaceResponse =>
  answer(status, { code, message, details: [] }, status === 405 ? { allow: 'POST, OPTIONS' } : {});

/** The star does not cover `authorization`; what a page names is allowed too. */
function preflight(headers: Headers): SurfaceResponse {
  const asked = (headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim());
  const names = ['*', 'authorization', ...asked.filter((name) => /^[\w-]+$/.test(name) && name !== 'authorization')];
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': names.join(', '),
    },
    body: '',
  };
}

function respond(port: AssetPort, request: SurfaceRequest, bodyBytes: number): SurfaceResponse {
  if (request.method === 'OPTIONS') return preflight(request.headers);
  if (!PATHS.has(request.path)) return refuse(NOT_FOUND);
  if (request.method !== 'POST') return refuse(METHOD_NOT_ALLOWED);
  if (request.body.length > bodyBytes) return refuse(BODY_TOO_LARGE);
  const answered = assetsFromSource(port, request.body);
  return 'dest_assets' in answered ? answer(200, answered) : refuse(answered);
}

export function createAssetSurface(port: AssetPort, options: AssetOptions = {}): Surface {
  return {
    name: 'asset API',
    handle(request) {
      try {
        return respond(port, request, options.bodyBytes ?? DEFAULT_BODY_BYTES);
      } catch (error) {
        options.onBug?.(error);
        return refuse(INTERNAL);
      }
    },
  };
}
