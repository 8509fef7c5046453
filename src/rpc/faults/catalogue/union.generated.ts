// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import type { Batch } from './batch.js';
import type { ClosedSocket } from './closed_socket.js';
import type { DoubledEvent } from './doubled_event.js';
import type { DroppedSubscription } from './dropped_subscription.js';
import type { FeeJump } from './fee_jump.js';
import type { ForgottenFilter } from './forgotten_filter.js';
import type { InvalidJson } from './invalid_json.js';
import type { LateEvent } from './late_event.js';
import type { LostEvent } from './lost_event.js';
import type { LowEstimate } from './low_estimate.js';
import type { MethodNotFound } from './method_not_found.js';
import type { RateLimited } from './rate_limited.js';
import type { ReorderedEvents } from './reordered_events.js';
import type { Replicas } from './replicas.js';
import type { Reset } from './reset.js';
import type { ServerError } from './server_error.js';
import type { Slow } from './slow.js';
import type { StaleReplica } from './stale_replica.js';
import type { StuckTransaction } from './stuck_transaction.js';
import type { Timeout } from './timeout.js';
import type { TooLarge } from './too_large.js';
import type { Truncated } from './truncated.js';
import type { WrongId } from './wrong_id.js';

export type RpcFault =
  | Batch
  | ClosedSocket
  | DoubledEvent
  | DroppedSubscription
  | FeeJump
  | ForgottenFilter
  | InvalidJson
  | LateEvent
  | LostEvent
  | LowEstimate
  | MethodNotFound
  | RateLimited
  | ReorderedEvents
  | Replicas
  | Reset
  | ServerError
  | Slow
  | StaleReplica
  | StuckTransaction
  | Timeout
  | TooLarge
  | Truncated
  | WrongId;
