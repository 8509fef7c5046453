/**
 * Takes and restores snapshots of a simulated network. A snapshot can be restored in another network of the same
 * options. The nodes are those of the snapshot.
 */
import type { RandomState } from '../kernel/random.js';
import { type Core, envFor, updateEnvs } from './core.js';
import { type Alarm, Alarms } from './delivery/alarms.js';
import { EventQueue, type QueuedEvent } from './delivery/event_queue.js';
import type { Registers } from './registers.js';

export interface SimNetworkSnapshot {
  readonly registers: Readonly<Registers>;
  readonly queue: readonly QueuedEvent[];
  readonly alarms: readonly (Alarm | undefined)[];
  readonly randoms: readonly (readonly [string, RandomState])[];
  readonly traffic: Float64Array;
}

const copyRegisters = (from: Readonly<Registers>): Registers => ({
  start: from.start,
  now: from.now,
  clockOffset: from.clockOffset,
  serial: from.serial,
  events: from.events,
  delivered: from.delivered,
  looked: [...from.looked],
  nodes: [...from.nodes],
  timeouts: [...from.timeouts],
  faults: from.faults,
  cuts: from.cuts,
  connections: from.connections,
  byzantine: from.byzantine,
  history: from.history,
  lastDecidedHeight: from.lastDecidedHeight,
  released: from.released,
  miningMode: from.miningMode,
  proposalStatuses: from.proposalStatuses,
  extensionStatuses: from.extensionStatuses,
  conflict: from.conflict,
  log: from.log,
  asking: from.asking,
  laterCalls: from.laterCalls,
  memories: from.memories,
  faultMemories: from.faultMemories,
});

export const takeSnapshot = (core: Core): SimNetworkSnapshot => ({
  registers: copyRegisters(core),
  queue: core.queue.items(),
  alarms: core.alarms.slots(),
  randoms: [...core.randoms],
  traffic: core.traffic.snapshot(),
});

export function restoreSnapshot(core: Core, snapshot: SimNetworkSnapshot): void {
  Object.assign(core, copyRegisters(snapshot.registers));
  core.queue = new EventQueue(snapshot.queue);
  core.alarms = new Alarms(snapshot.alarms);
  core.randoms = new Map(snapshot.randoms);
  core.traffic.restore(snapshot.traffic);
  core.envs = core.nodes.map(({ index, key }) => {
    const env = core.envs[index];
    return env?.key === key ? env : envFor(core, index, key);
  });
  updateEnvs(core);
  core.notes = undefined;
}
