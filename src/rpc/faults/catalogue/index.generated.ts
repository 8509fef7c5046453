// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { fault as batch } from './batch.js';
import { fault as closed_socket } from './closed_socket.js';
import { fault as doubled_event } from './doubled_event.js';
import { fault as dropped_subscription } from './dropped_subscription.js';
import { fault as fee_jump } from './fee_jump.js';
import { fault as forgotten_filter } from './forgotten_filter.js';
import { fault as invalid_json } from './invalid_json.js';
import { fault as late_event } from './late_event.js';
import { fault as lost_event } from './lost_event.js';
import { fault as low_estimate } from './low_estimate.js';
import { fault as method_not_found } from './method_not_found.js';
import { fault as rate_limited } from './rate_limited.js';
import { fault as reordered_events } from './reordered_events.js';
import { fault as replicas } from './replicas.js';
import { fault as reset } from './reset.js';
import { fault as server_error } from './server_error.js';
import { fault as slow } from './slow.js';
import { fault as stale_replica } from './stale_replica.js';
import { fault as stuck_transaction } from './stuck_transaction.js';
import { fault as timeout } from './timeout.js';
import { fault as too_large } from './too_large.js';
import { fault as truncated } from './truncated.js';
import { fault as wrong_id } from './wrong_id.js';

export const RPC_FAULTS: readonly [
  typeof batch,
  typeof closed_socket,
  typeof doubled_event,
  typeof dropped_subscription,
  typeof fee_jump,
  typeof forgotten_filter,
  typeof invalid_json,
  typeof late_event,
  typeof lost_event,
  typeof low_estimate,
  typeof method_not_found,
  typeof rate_limited,
  typeof reordered_events,
  typeof replicas,
  typeof reset,
  typeof server_error,
  typeof slow,
  typeof stale_replica,
  typeof stuck_transaction,
  typeof timeout,
  typeof too_large,
  typeof truncated,
  typeof wrong_id,
] = [
  batch,
  closed_socket,
  doubled_event,
  dropped_subscription,
  fee_jump,
  forgotten_filter,
  invalid_json,
  late_event,
  lost_event,
  low_estimate,
  method_not_found,
  rate_limited,
  reordered_events,
  replicas,
  reset,
  server_error,
  slow,
  stale_replica,
  stuck_transaction,
  timeout,
  too_large,
  truncated,
  wrong_id,
];
