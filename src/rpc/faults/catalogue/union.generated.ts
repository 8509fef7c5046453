// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import type { Batch } from './batch.js';
import type { InvalidJson } from './invalid_json.js';
import type { MethodNotFound } from './method_not_found.js';
import type { RateLimited } from './rate_limited.js';
import type { Reset } from './reset.js';
import type { ServerError } from './server_error.js';
import type { Slow } from './slow.js';
import type { Timeout } from './timeout.js';
import type { TooLarge } from './too_large.js';
import type { Truncated } from './truncated.js';
import type { WrongId } from './wrong_id.js';

export type RpcFault =
  | Batch
  | InvalidJson
  | MethodNotFound
  | RateLimited
  | Reset
  | ServerError
  | Slow
  | Timeout
  | TooLarge
  | Truncated
  | WrongId;
