// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { fault as invalid_json } from './invalid_json.js';
import { fault as method_not_found } from './method_not_found.js';
import { fault as server_error } from './server_error.js';
import { fault as slow } from './slow.js';
import { fault as truncated } from './truncated.js';

export const RPC_FAULTS: readonly [
  typeof invalid_json,
  typeof method_not_found,
  typeof server_error,
  typeof slow,
  typeof truncated,
] = [invalid_json, method_not_found, server_error, slow, truncated];
