/**
 * Checks the size of a request and of its batch before anything else, whatever its path (consensus-rpc.md 1.3).
 * Responses of these checks have no `X-Server-Time`.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { fromUtf8 } from '../../../kernel/text.js';
import type { ProtocolResponse } from '../../protocol_handler.js';
import type { CometLimits } from '../options.js';
import { GoError, invalidRequest } from '../protocol/error.js';
import { type RpcRequest, readRequests } from '../protocol/request.js';
import { failure } from './response.js';

export const BODY_TOO_LARGE = failure(400, invalidRequest('error reading request body: http: request body too large'));
const ARRAY_START = '['.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

export type Batch = readonly RpcRequest[];

/** Returns the requests of a batch. Returns undefined for a body that is not a batch or cannot be read. */
function readBatch(body: Bytes): Batch | undefined {
  if (body.find((byte) => byte > SPACE) !== ARRAY_START) return undefined;
  try {
    return readRequests(fromUtf8(body), 'cut');
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return undefined;
  }
}

/** Batch, when the check had to read it. Its ids are cut to 64 bits. */
type EarlyCheck =
  | { readonly type: 'refused'; readonly response: ProtocolResponse }
  | { readonly type: 'passed'; readonly batch: Batch | undefined };

export function checkEarly(body: Bytes, { bodyBytes, batchSize }: CometLimits): EarlyCheck {
  if (body.length > bodyBytes) return { type: 'refused', response: BODY_TOO_LARGE };
  const batch = batchSize === 0 ? undefined : readBatch(body);
  if (batch === undefined || batch.length <= batchSize) return { type: 'passed', batch };
  const error = invalidRequest(`batch request exceeds maximum (${batchSize}) allowed number of requests`);
  return { type: 'refused', response: failure(200, error) };
}
