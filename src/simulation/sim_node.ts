/** Defines the current state of one node. */
import type { ValidatorKey } from '../consensus/env.js';
import type { EngineState } from '../consensus/state.js';

/** Simulated node. While it is down, `engine` is what it had persisted. */
export interface SimNode {
  readonly index: number;
  readonly key: ValidatorKey;
  readonly up: boolean;
  /** State of the consensus engine; `engine.round` is the round state. */
  readonly engine: EngineState;
  /** State that would remain after a crash. */
  readonly durable: EngineState;
}
