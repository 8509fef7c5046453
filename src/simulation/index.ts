/**
 * Simulates the whole network as a value that advances one event at a time: the validators' engines, links, virtual
 * clock and faults. The event with the least (time, serial) runs first. Nothing blocks, and no input is hidden.
 *
 * The application is called through `NodeAbciCall`, and the clock stops until it replies. Commands from outside are
 * numbered and recorded: seed, options and commands define the whole session.
 */

import { createCore } from './create_core.js';
import type { SimNetworkOptions } from './options.js';
import { CoreSimNetwork } from './sim_network.js';
import type { SimNetwork } from './types.js';

export {
  type ConsensusTimeouts,
  DEFAULT_TIMEOUTS,
  type ValidatorKey,
} from '../consensus/env.js';
export type { AbciReply } from '../consensus/input.js';
export type { Command, RecordedCommand } from './apply_command.js';
export type { ConflictingCommits, DecidedBranch } from './conflicting_commits.js';
export type { Connection } from './delivery/link.js';
export type { LinkTraffic } from './delivery/traffic.js';
export { FAULT_DEFINITIONS, type Fault } from './fault_registry.js';
export { keyIndex, validatorName } from './key_names.js';
export type { NetworkEvent } from './listen.js';
export type { NetworkInput } from './network_input.js';
export type { MiningModeData, SimNetworkOptions } from './options.js';
export type { NetworkPosition } from './position_of.js';
export type { NodeAbciCall, NodeEvent, Progress } from './progress.js';
export type { SimNode } from './sim_node.js';
export type { SimNetworkSnapshot } from './snapshot.js';
export { networkEventJson } from './trace.js';
export type { SimNetwork } from './types.js';

export function createSimNetwork(options: SimNetworkOptions): SimNetwork {
  return new CoreSimNetwork(createCore(options));
}
