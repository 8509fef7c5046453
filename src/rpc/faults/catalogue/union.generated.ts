// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import type { InvalidJson } from './invalid_json.js';
import type { MethodNotFound } from './method_not_found.js';
import type { ServerError } from './server_error.js';
import type { Slow } from './slow.js';
import type { Truncated } from './truncated.js';

export type RpcFault = InvalidJson | MethodNotFound | ServerError | Slow | Truncated;
