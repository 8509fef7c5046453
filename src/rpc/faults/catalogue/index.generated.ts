// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { fault as batch } from './batch.js';
import { fault as invalid_json } from './invalid_json.js';
import { fault as method_not_found } from './method_not_found.js';
import { fault as rate_limited } from './rate_limited.js';
import { fault as reset } from './reset.js';
import { fault as server_error } from './server_error.js';
import { fault as slow } from './slow.js';
import { fault as timeout } from './timeout.js';
import { fault as too_large } from './too_large.js';
import { fault as truncated } from './truncated.js';
import { fault as wrong_id } from './wrong_id.js';

export const RPC_FAULTS: readonly [
  typeof batch,
  typeof invalid_json,
  typeof method_not_found,
  typeof rate_limited,
  typeof reset,
  typeof server_error,
  typeof slow,
  typeof timeout,
  typeof too_large,
  typeof truncated,
  typeof wrong_id,
] = [
  batch,
  invalid_json,
  method_not_found,
  rate_limited,
  reset,
  server_error,
  slow,
  timeout,
  too_large,
  truncated,
  wrong_id,
];
