/**
 * The whole devnet as a value that moves one event at a time: validators' engines, links, the virtual clock, faults.
 * Least (time, serial) first; nothing waits, nothing is drawn from outside. An application is asked through `Ask`, and
 * time stands still until it has answered. Commands from outside are numbered and recorded: seed, options and commands
 * are the whole session.
 */

import { createCore } from './create_core.js';
import type { WorldOptions } from './options.js';
import { CoreWorld } from './sim_network.js';
import type { World } from './types.js';

export {
  type ConsensusTimeouts,
  DEFAULT_TIMEOUTS,
  type ValidatorKey,
} from '../consensus/env.js';
export type { Reply } from '../consensus/input.js';
export type { Command } from './apply_command.js';
export type { Fault } from './fault_registry.js';
export type { Connection } from './link.js';
export type { Happening } from './listen.js';
export type { PaceData } from './mining_mode.js';
export type { WorldOptions } from './options.js';
export type { Ask, Progress, WorldNote } from './progress.js';
export type { NodeState } from './sim_node.js';
export type { WorldSnapshot } from './snapshot.js';
export type { LinkTraffic } from './traffic.js';
export type { World } from './types.js';

export function createWorld(options: WorldOptions): World {
  return new CoreWorld(createCore(options));
}
