/**
 * What the engine refuses before anything else looks at a request, whatever its path (consensus-rpc.md 1.3): these answers
 * bear no `X-Server-Time`.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { fromUtf8 } from '../../../kernel/text.js';
import type { SurfaceResponse } from '../../surface.js';
import type { CometLimits } from '../options.js';
import { invalidRequest } from '../protocol/error.js';
import { GoError } from '../protocol/go_error.js';
import { readRequests } from '../protocol/request.js';
import { failure } from './response.js';

export const BODY_TOO_LARGE = failure(400, invalidRequest('error reading request body: http: request body too large'));
const ARRAY_START = '['.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

/** How many requests a batch holds; 0 for a body that is not a batch, or not one that can be read. */
function batchLength(body: Bytes): number {
  if (body.find((byte) => byte > SPACE) !== ARRAY_START) return 0;
  try {
    return readRequests(fromUtf8(body), false).length;
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return 0;
  }
}

/** Undefined when the request may go on. */
export function refusedEarly(body: Bytes, { bodyBytes, batchSize }: CometLimits): SurfaceResponse | undefined {
  if (body.length > bodyBytes) return BODY_TOO_LARGE;
  if (batchSize === 0 || batchLength(body) <= batchSize) return undefined;
  return failure(200, invalidRequest(`batch request exceeds maximum (${batchSize}) allowed number of requests`));
}
