/** One node of the world as it is now. */
import type { ValidatorKey } from '../consensus/env.js';
import type { EngineState } from '../consensus/state.js';

/** A node that is down shows what it had persisted. */
export interface SimNode {
  readonly index: number;
  readonly key: ValidatorKey;
  readonly up: boolean;
  /** `engine.round` is the round state. */
  readonly engine: EngineState;
  /** What would be left after a crash. */
  readonly durable: EngineState;
}
